import { hour, later, minute, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { claimMail, type DueMail, deleteMailBefore, markSent, recordMailFailure } from "./store";
import { connections, createMailer, type SendMail } from "./transport";

/** The waits between the attempts to send a mail. */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour];
/** Length of the lease on a claimed mail. An attempt is always shorter, so an expired lease means a dead worker. */
const leaseMs = 5 * minute;
/** Limits the batches of one run, so that the worker can stop between runs. */
const roundsMax = 20;

/** Worker job: sends due mail. Without a configured mail server, mail stays in the outbox. */
export async function sendDueMail(send: SendMail | null = mailer()): Promise<void> {
  if (!send) return;
  for (let round = 0; round < roundsMax; round++) {
    const due = await claimMail(now(), later(leaseMs), connections);
    await Promise.all(due.map((mail) => sendOne(mail, send)));
    if (due.length < connections) return;
  }
}

async function sendOne(mail: DueMail, send: SendMail): Promise<void> {
  const result = await send(mail);
  if (result.status === "sent") return markSent(mail.id, now());
  const wait = result.status === "refused" ? undefined : waits[mail.tries - 1];
  await recordMailFailure(mail, result.error, wait === undefined ? null : later(wait));
  const about = { mail: mail.id, kind: mail.kind, tries: mail.tries, reason: result.code };
  if (wait === undefined) log.error(about, "a mail could not be sent and was given up");
  else log.warn(about, "a mail could not be sent and will be retried");
}

let cachedMailer: SendMail | null | undefined;

function mailer(): SendMail | null {
  const { SMTP_URL, MAIL_FROM } = env();
  cachedMailer ??= SMTP_URL && MAIL_FROM ? createMailer(SMTP_URL, MAIL_FROM).send : null;
  return cachedMailer;
}

export const canSendMail = (): boolean => mailer() !== null;

/** Warns at the start of the worker if no mail server is configured in production. */
export function warnWithoutMailServer(): void {
  const { SMTP_URL, isProduction } = env();
  if (isProduction && !SMTP_URL) log.warn("SMTP_URL is not set: mail to customers and merchants waits until it is set");
}

/** Deletes at most `limit` mails from before a point in time. Returns their number. */
export async function deleteOldMail(before: Date, limit: number): Promise<number> {
  const { deleted, unsent } = await deleteMailBefore(before, limit);
  if (unsent > 0) log.error({ unsent }, "unsent mail was deleted, because it was too old");
  return deleted;
}
