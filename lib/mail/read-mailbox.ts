import { createTransport } from "nodemailer";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import { ulidPattern } from "@/lib/kit/ids";
import { sandboxNumbers } from "@/lib/reference/sandbox";
import { withInlineImages } from "./embedded-images";
import { toSmtpMessage } from "./message";
import { findMail, listMail, type MailRow, type Shown } from "./store";
import { withProofs } from "./ticket-links";

/** The public mailbox at /sandbox/mail, which shows mail that is never sent, and the mailbox of each merchant. */

const pageSize = 50;
const fromDefault = "Tradewind <no-reply@sandbox.test>";

/**
 * Which mail the public mailbox shows. Production shows only mail of the public sandbox accounts. A local development
 * server shows all mail. If other machines can reach the development server, mail whose links open an account stays
 * hidden.
 */
function shown(): Shown | null {
  const { isProduction, isLocalDevelopment, SEED_SANDBOX } = env();
  if (isLocalDevelopment) return "all";
  if (!isProduction) return { allWithTicketsOf: sandboxNumbers };
  return SEED_SANDBOX ? { sandboxOf: sandboxNumbers } : null;
}

/** One page of mail, newest first, older than the mail with the id `before`. Null without a public mailbox. */
export async function openMailbox(before?: string, whose: Shown | null = shown()) {
  if (!whose) return null;
  const mails = await listMail(whose, before && ulidPattern.test(before) ? before : undefined, pageSize + 1);
  const page = mails.slice(0, pageSize);
  return { mails: page, older: mails.length > pageSize ? page.at(-1)?.id : undefined };
}

export async function readMail(id: string, whose: Shown | null = shown()): Promise<MailRow | null> {
  const mail = whose && ulidPattern.test(id) ? await findMail(whose, id) : null;
  return mail && withProofs(mail);
}

/** The complete SMTP message, headers included. */
export async function sourceOf(mail: MailRow): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await transport.sendMail(await toSmtpMessage(mail, env().MAIL_FROM ?? fromDefault));
  return message.toString();
}

/** Serves a mail's HTML in a CSP sandbox: without an origin, without scripts, with inline styles and images only. */
export async function serveHtml(id: string, whose?: Shown): Promise<Response> {
  const mail = await readMail(id, whose);
  if (!mail) throw notFound();
  return new Response(await withInlineImages(mail.html), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    },
  });
}
