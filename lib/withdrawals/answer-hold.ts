import { actorOf } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { drainDue } from "@/lib/kit/due-work";
import { AppError, notFound } from "@/lib/kit/errors";
import { readTicketToken } from "@/lib/mail/ticket-links";
import type { Environment } from "@/lib/reference/platforms";
import { moveWithdrawal } from "./move-withdrawal";
import { descriptionOf, toWithdrawalRecord } from "./record";
import { cancelled, released } from "./status";
import { findAnyWithdrawal, findUnanswered, findWithdrawal, type WithdrawalRow } from "./store";

/**
 * A live withdrawal to a new payee is held until the merchant confirms or refuses it, by a mailed link or in the
 * dashboard. The links need no stored ticket: the withdrawal's status shows whether the merchant has answered, and a
 * second click shows the result.
 */

type By = { owner?: Owner; actor: string };

const confirmHold = (transactionId: string, by: By): Promise<boolean> =>
  moveWithdrawal(transactionId, released, { ...by, isAwaitingAnswer: true, isConfirmation: true });

/**
 * Refuses a held withdrawal. It cannot be cancelled while it is held (decisions §13), so it is released first, in the
 * same transaction.
 */
export const refuseHold = (transactionId: string, by: By): Promise<boolean> =>
  inTransaction(async () => {
    const { actor, ...guard } = by;
    const isReleased = await moveWithdrawal(transactionId, released, { ...guard, isAwaitingAnswer: true });
    return isReleased && moveWithdrawal(transactionId, cancelled, { ...guard, actor });
  });

/** A member confirms a held withdrawal. To refuse the withdrawal, the dashboard calls `cancelWithdrawal`. */
export async function confirmWithdrawal(caller: Caller, environment: Environment, transactionId: string) {
  const owner = { accountNumber: caller.accountNumber, environment };
  if (await confirmHold(transactionId, { owner, actor: actorOf(caller) })) return { message: "OK" as const };
  const row = await findWithdrawal(owner, transactionId);
  if (!row) throw notFound();
  throw isAnswered(row);
}

/** When a held withdrawal is released without the merchant's answer. Null if it does not await an answer. */
export async function confirmByOf(owner: Owner, transactionId: string): Promise<Date | null> {
  return (await findWithdrawal(owner, transactionId))?.confirmBy ?? null;
}

/**
 * Finds the withdrawal for the page that the mailed link opens. Changes nothing, because mail programs follow links
 * automatically.
 */
export async function findHeldByLink(token: string) {
  const row = await findByLink(token);
  return row && { withdrawal: toWithdrawalRecord(row), confirmBy: row.confirmBy, canRefuse: isHeldOrReleased(row) };
}

export async function answerByLink({ ticket, answer }: { ticket: string; answer: "confirm" | "refuse" }) {
  const row = await findByLink(ticket);
  if (!row)
    throw new AppError("invalid", "This link is not valid. Copy the whole link from the mail.", {
      refusal: { reason: "link_in_mail_broken" },
    });
  const move = answer === "confirm" ? confirmHold : refuseEvenReleased;
  if (await move(row.transactionId, { actor: "mail" })) return { message: "OK" as const };
  throw isAnswered((await findAnyWithdrawal(row.transactionId)) ?? row);
}

/**
 * The mailed link can cancel a withdrawal even after its confirmation, until it is in a bank file: a thief with the
 * password may have confirmed it.
 */
const refuseEvenReleased = async (transactionId: string, by: By): Promise<boolean> =>
  (await refuseHold(transactionId, by)) || moveWithdrawal(transactionId, cancelled, by);

const isHeldOrReleased = ({ confirmBy, status }: WithdrawalRow) => confirmBy !== null || status === released;

async function findByLink(token: string): Promise<WithdrawalRow | null> {
  const transactionId = readTicketToken("withdrawal_held", token);
  return transactionId ? findAnyWithdrawal(transactionId) : null;
}

const isAnswered = (row: WithdrawalRow) =>
  new AppError(
    "invalid",
    `The withdrawal does not wait for an answer any more. Its status is «${descriptionOf(row)}».`,
    { refusal: { reason: "answer_no_longer_awaited" } },
  );

/** Worker job: pays out held withdrawals that the merchant neither confirmed nor refused in time. */
export const releaseUnanswered = (): Promise<void> =>
  drainDue(
    (limit) => findUnanswered(now(), limit),
    (transactionId) => moveWithdrawal(transactionId, released, { isAwaitingAnswer: true }),
  );
