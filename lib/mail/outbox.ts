import type { Owner } from "@/lib/http/message/caller";
import { hour, later, now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import type { MailKind } from "@/lib/reference/stored-values";
import { type Content, subjectOf } from "./content";
import { requestableKinds, unlimitedKinds } from "./kinds";
import { renderHtml } from "./render-html";
import { renderText } from "./render-text";
import { countMail, insertMail, type MailInsert } from "./store";

export type NewMail = { owner: Owner; kind: MailKind; recipient: string | null; content: Content };

const addressLengthMax = 254;
/** Accepts exactly one email address: no second address, display name or line break. */
const addressPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

const isAddress = (text: string): boolean => text.length <= addressLengthMax && addressPattern.test(text);

/**
 * Stores a mail. Call it inside the transaction that the mail reports on, so that both commit together. The worker
 * sends live mail afterwards; sandbox mail is never sent and can be read at /sandbox/mail.
 */
export async function enqueueMail(mail: NewMail): Promise<void> {
  const row = composeMail(mail);
  if (!row) return;
  const isOverLimit =
    row.dueAt !== null && !unlimitedKinds.includes(mail.kind) && (await hasReachedLimit(row.recipient, mail.kind));
  const unsent = { dueAt: null, error: "Not sent: there were too many of its kind." };
  await insertMail(isOverLimit ? { ...row, ...unsent } : row);
}

/** The row of a mail for the outbox, or null without a valid recipient. */
export function composeMail({ owner, kind, recipient, content }: NewMail): MailInsert | null {
  if (!recipient || !isAddress(recipient)) return null;
  const at = now();
  return {
    id: newUlid(at),
    accountNumber: owner.accountNumber,
    environment: owner.environment,
    kind,
    recipient,
    language: content.language,
    subject: subjectOf(content),
    text: renderText(content),
    html: renderHtml(content),
    dueAt: owner.environment === "live" ? at : null,
    createdAt: at,
  };
}

const hourlyLimit = (kind: MailKind): number => (requestableKinds.includes(kind) ? 5 : 20);

const hasReachedLimit = async (recipient: string, kind: MailKind): Promise<boolean> =>
  (await countMail(recipient, kind, later(-hour))) >= hourlyLimit(kind);
