import { createTransport } from "nodemailer";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import { ulidPattern } from "@/lib/kit/ids";
import { sandboxNumbers } from "@/lib/reference/sandbox";
import { mailKinds } from "@/lib/reference/stored-values";
import { withInlineImages } from "./images/embedded-images";
import { toSmtpMessage } from "./message";
import { findMail, listMail, type MailFilter, type MailRow, type Shown } from "./store";
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

/** The query of a mailbox's page. `to` is a part of the recipient's address. */
export type MailQuery = Partial<Record<"before" | "to" | "kind", string | string[]>>;

const addressPartMax = 254;

/** Reads the query of a mailbox's page. Unknown values count as not given. */
export function readMailQuery(query: MailQuery): MailFilter {
  const [[before = ""], [to = ""], [kind]] = [[query.before].flat(), [query.to].flat(), [query.kind].flat()];
  const address = to.replaceAll("\0", "").trim().slice(0, addressPartMax);
  const known = mailKinds.find((one) => one === kind);
  return {
    ...(ulidPattern.test(before) && { before }),
    ...(address && { to: address }),
    ...(known && { kind: known }),
  };
}

export type MailPage = NonNullable<Awaited<ReturnType<typeof openMailbox>>>;

/** One page of mail, newest first. Null without a public mailbox. */
export async function openMailbox(filter: MailFilter = {}, whose: Shown | null = shown()) {
  if (!whose) return null;
  const mails = await listMail(whose, filter, pageSize + 1);
  const page = mails.slice(0, pageSize);
  const { before: _before, ...given } = filter;
  // `older` is the id from which the link to older mail continues.
  return { mails: page, older: mails.length > pageSize ? page.at(-1)?.id : undefined, given };
}

export type StoredMail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

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

/**
 * Serves a mail's HTML in a CSP sandbox: without scripts, with inline styles and images only. It keeps our origin, so
 * that the page around it can measure its height.
 */
export async function serveHtml(id: string, whose?: Shown): Promise<Response> {
  const mail = await readMail(id, whose);
  if (!mail) throw notFound();
  // The frame itself shows no other page, so the mail's links open in the whole window.
  const html = mail.html.replace("<head>", '<head><base target="_top">');
  return new Response(await withInlineImages(html), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    },
  });
}
