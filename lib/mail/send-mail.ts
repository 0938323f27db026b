import { day, hour, later, minute, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { claimMail, type DueMail, deleteMailBefore, markSent, recordMailFailure } from "./store";
import { connections, createMailer, type SendMail } from "./transport";

/** How long after each failed try the next one is. */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour];
/** Longer than a try can take: whoever took a mail and is silent by then has died. */
const leaseMs = 5 * minute;
/** A crowd is dealt with in one go, but not for ever: the worker must be able to stop. */
const roundsMax = 20;
const keptMs = 30 * day;

/** For the worker, every second. Without a server to send by, mail waits. */
export async function sendDueMail(send: SendMail | null = mailer()): Promise<void> {
  if (!send) return;
  for (let round = 0; round < roundsMax; round++) {
    const due = await claimMail(now(), later(leaseMs), connections);
    await Promise.all(due.map((mail) => sendOne(mail, send)));
    if (due.length < connections) return;
  }
}

async function sendOne(mail: DueMail, send: SendMail): Promise<void> {
  const sent = await send(mail);
  if (sent.status === "sent") return markSent(mail.id, now());
  const wait = sent.status === "refused" ? undefined : waits[mail.tries - 1];
  await recordMailFailure(mail, sent.error, wait === undefined ? null : later(wait));
  const about = { mail: mail.id, kind: mail.kind, tries: mail.tries, reason: sent.code };
  if (wait === undefined) log.error(about, "a mail was given up");
  else log.warn(about, "a mail could not be sent yet");
}

let ours: SendMail | null | undefined;

function mailer(): SendMail | null {
  const { SMTP_URL, MAIL_FROM } = env();
  ours ??= SMTP_URL && MAIL_FROM ? createMailer(SMTP_URL, MAIL_FROM).send : null;
  return ours;
}

/** For the worker, as it starts. */
export function warnWithoutMailServer(): void {
  const { SMTP_URL, isProduction } = env();
  if (isProduction && !SMTP_URL) log.warn("SMTP_URL is not set: mail to customers and merchants waits until it is");
}

/** For the worker: what was written is kept for 30 days. */
export async function forgetOldMail(): Promise<void> {
  const unsent = await deleteMailBefore(later(-keptMs));
  if (unsent > 0) log.error({ unsent }, "mail was deleted that had waited for 30 days to be sent");
}
