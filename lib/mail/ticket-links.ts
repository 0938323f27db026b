import { env } from "@/lib/kit/env";
import { proveId, readProvenId } from "@/lib/kit/secrets/proven-id";
import { type LinkKind, linkKinds } from "./kinds";

/**
 * Links that let whoever reads a mail do something. The outbox holds a ticket's id alone, which opens nothing: its proof
 * is added when the mail goes out, and is stored nowhere.
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

/** A mail with its links made whole. Of other kinds nothing is touched, whatever their words look like. */
export function withProofs<Mail extends { kind: string; text: string; html: string }>(mail: Mail): Mail {
  const kind = linkKinds.find((known) => known === mail.kind);
  if (!kind) return mail;
  const prove = (text: string) => text.replace(idPattern, (id) => proveId(purposeOf(kind), id));
  return { ...mail, text: prove(mail.text), html: prove(mail.html) };
}
