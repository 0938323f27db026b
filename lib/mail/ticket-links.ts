import { env } from "@/lib/kit/env";
import { proveId, readProvenId } from "@/lib/kit/secrets/proven-id";
import { type LinkKind, linkKinds } from "./kinds";

/**
 * Links in mails that act without a sign-in. The stored mail contains only the ticket's id, which is useless alone. The
 * proof of the id is added when the mail is sent, and is stored nowhere.
 */
const pages: Readonly<Record<LinkKind, string>> = {
  sign_up: "confirm",
  password_reset: "reset",
  invitation: "join",
  withdrawal_held: "withdrawal",
  email_confirmation: "confirm-email",
  email_change: "confirm-email",
};

const purposeOf = (kind: LinkKind) => `ticket ${kind}`;

export const readTicketToken = (kind: LinkKind, token: string): string | null => readProvenId(purposeOf(kind), token);

export const dashboardUrl = (page: string): string => `${env().PUBLIC_URL}/dashboard/${page}`;

export const ticketUrl = (kind: LinkKind, id: string): string => dashboardUrl(`${pages[kind]}?ticket=${id}`);

const idPattern = /(?<=\?ticket=)[0-9A-HJKMNP-TV-Z]{26}(?![\w-])/g;

/**
 * Adds the proofs to the ticket links of a mail. Kinds of mail without such links stay unchanged, even if their text
 * looks like one.
 */
export function withProofs<Mail extends { kind: string; text: string; html: string }>(mail: Mail): Mail {
  const kind = linkKinds.find((known) => known === mail.kind);
  if (!kind) return mail;
  const prove = (text: string) => text.replace(idPattern, (id) => proveId(purposeOf(kind), id));
  return { ...mail, text: prove(mail.text), html: prove(mail.html) };
}
