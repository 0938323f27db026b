import { createTransport } from "nodemailer";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import { ulidPattern } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { toSmtpMessage } from "./message";
import { findMail, listMail, type MailRow, type Shown } from "./store";
import { withProofs } from "./ticket-links";

/** The sandbox's mailbox: mail that is not sent, to be read by whoever tests; and a merchant's own. */

const pageSize = 50;
const fromDefault = "Tradewind <no-reply@sandbox.test>";

const publicAccounts = [sandbox.merchant.accountNumber, sandbox.person.accountNumber];

/**
 * Production shows the mail of the public sandbox accounts only. A development machine shows everything to its own user.
 * If others can reach it, links that open an account stay hidden.
 */
function shown(): Shown | null {
  const { isProduction, isLocalDevelopment, SEED_SANDBOX } = env();
  if (isLocalDevelopment) return "all";
  if (!isProduction) return { allWithTicketsOf: publicAccounts };
  return SEED_SANDBOX ? { sandboxOf: publicAccounts } : null;
}

/** A page of the newest, or of those before a given one; null where there is no mailbox. */
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

/** The mail as it would travel, headers and all. */
export async function sourceOf(mail: MailRow): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message } = await transport.sendMail(toSmtpMessage(mail, env().MAIL_FROM ?? fromDefault));
  return message.toString();
}

/** A mail's HTML, which nothing but its own styles may be part of. It is no page of ours, and has no origin. */
export async function serveHtml(id: string, whose?: Shown): Promise<Response> {
  const mail = await readMail(id, whose);
  if (!mail) throw notFound();
  return new Response(mail.html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    },
  });
}
