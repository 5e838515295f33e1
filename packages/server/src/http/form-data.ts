import type { FastifyRequest } from "fastify";
import { Refused } from "./refuse.ts";

/** The fields of a `multipart/form-data` body, as a form-encoded one has them. No call takes files this way. */
export async function readFormData(request: FastifyRequest, body: string | Buffer): Promise<URLSearchParams> {
  const headers = { "content-type": String(request.headers["content-type"]) };
  const form = await new Response(Buffer.from(body), { headers }).formData().catch(() => {
    throw new Refused("wrongType");
  });
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value !== "string") throw new Refused("wrongType");
    fields.append(name, value);
  }
  return fields;
}
