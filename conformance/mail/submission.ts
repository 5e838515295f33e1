/** Mail sent as mail programs send it: signed in, over TLS. */
import { createTransport } from "nodemailer";
import type Mail from "nodemailer/lib/mailer";
import type { Ready } from "../installation.ts";
import { password } from "./installation.ts";

export interface SubmissionWishes {
  readonly secret?: string;
  /** 465, TLS from the first byte, in place of 587. */
  readonly implicit?: boolean;
}

/** What the server says when it has taken the message; what it says to what it refuses is an error. */
export async function submit(
  ready: Ready,
  login: string,
  message: Mail.Options,
  { secret = password, implicit = false }: SubmissionWishes = {},
): Promise<string> {
  const transport = createTransport({
    ...(implicit ? ready.services.submissions : ready.services.submission),
    secure: implicit,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: login, pass: secret },
  });
  try {
    const { response } = await transport.sendMail({ from: login, text: "Hello", ...message });
    return response;
  } finally {
    transport.close();
  }
}
