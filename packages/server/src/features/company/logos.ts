/**
 * Companies' pictures, by addresses that name their content: kept by browsers for ever, and shown by pages only as
 * images. An SVG that is opened by itself runs nothing: the policy that goes with it forbids it all.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.gen.ts";

const directory = "/brand/";
const fileName = "^[0-9a-f]{32}\\.(?:svg|png|webp|jpg)$";
// Styles inside an SVG are how drawing programs write colours.
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Of at most 100 kB each. */
const picturesKept = 64;

export const logoAddress = (name: string | null): string => (name === null ? "" : `${directory}${name}`);

interface Picture {
  readonly image: Buffer;
  readonly mediaType: string;
}

const findPicture = (db: Kysely<DB>, name: string): Promise<Picture | undefined> =>
  db
    .selectFrom("atrio.company_logo")
    .select(["image", "media_type as mediaType"])
    .where("file_name", "=", name)
    .limit(1)
    .executeTakeFirst();

function pictureCache(db: Kysely<DB>): (name: string) => Promise<Picture | undefined> {
  const kept = new Map<string, Picture>();
  return async (name) => {
    const known = kept.get(name);
    if (known) return known;
    const found = await findPicture(db, name);
    if (!found) return undefined;
    const oldest = kept.keys().next().value;
    if (kept.size >= picturesKept && oldest !== undefined) kept.delete(oldest);
    kept.set(name, found);
    return found;
  };
}

const refuse = (reply: FastifyReply, status: 404 | 503) =>
  reply.code(status).header("cache-control", "no-store").type("text/plain").send("");

export function serveLogos(app: FastifyInstance, db: Kysely<DB>): void {
  const picture = pictureCache(db);
  app.get<{ Params: { name: string } }>(`${directory}:name(${fileName})`, async (request, reply) => {
    try {
      const found = await picture(request.params.name);
      if (!found) return await refuse(reply, 404);
      return await reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("content-security-policy", policy)
        .type(found.mediaType)
        .send(found.image);
    } catch (error) {
      request.log.warn({ err: error }, "a company's picture could not be read");
      return refuse(reply, 503);
    }
  });
}
