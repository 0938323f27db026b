import type { Owner } from "@/lib/http/route/caller";
import { hour, later, now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { type Content, subjectOf } from "./content";
import { askedForKinds, type MailKind, unlimitedKinds } from "./kinds";
import { renderHtml, renderText } from "./render";
import { countMail, insertMail } from "./store";

export type Letter = { owner: Owner; kind: MailKind; recipient: string | null; content: Content };

const addressLengthMax = 254;
/** One address and nothing else: no second one, no name, no end of the line. */
const addressPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

const isAddress = (text: string): boolean => text.length <= addressLengthMax && addressPattern.test(text);

/**
 * Writes a mail down in the transaction of what it tells of: there is neither without the other. The worker sends it after that;
 * what happens in sandbox is never sent, and can be read at /sandbox/mail.
 */
export async function post({ owner, kind, recipient, content }: Letter): Promise<void> {
  if (!recipient || !isAddress(recipient)) return;
  const at = now();
  const isLive = owner.environment === "live";
  const isTooMuch = isLive && !unlimitedKinds.includes(kind) && (await hasHadEnough(recipient, kind));
  await insertMail({
    id: newUlid(at),
    accountNumber: owner.accountNumber,
    environment: owner.environment,
    kind,
    recipient,
    language: content.language,
    subject: subjectOf(content),
    text: renderText(content),
    html: renderHtml(content),
    dueAt: isLive && !isTooMuch ? at : null,
    error: isTooMuch ? "Not sent: there were too many of its kind." : null,
    createdAt: at,
  });
}

const perHour = (kind: MailKind): number => (askedForKinds.includes(kind) ? 5 : 20);

const hasHadEnough = async (recipient: string, kind: MailKind): Promise<boolean> =>
  (await countMail(recipient, kind, later(-hour))) >= perHour(kind);
