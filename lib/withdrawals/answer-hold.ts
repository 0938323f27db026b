import { actorOf } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/route/caller";
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
 * A live withdrawal to a new payee is held until its owner confirms or refuses it, by a link of the mail or in the
 * dashboard. The withdrawal itself is the ticket of these links: its status says whether they were used, so that a second
 * click shows what became of it.
 */

type By = { owner?: Owner; actor: string };

const confirmHold = (transactionId: string, by: By): Promise<boolean> =>
  moveWithdrawal(transactionId, released, { ...by, isAwaitingAnswer: true, isConfirmation: true });

/** A held withdrawal cannot be cancelled (decisions §13), so that it is released first, in the same transaction. */
export const refuseHold = (transactionId: string, by: By): Promise<boolean> =>
  inTransaction(async () => {
    const { actor, ...guard } = by;
    const isReleased = await moveWithdrawal(transactionId, released, { ...guard, isAwaitingAnswer: true });
    return isReleased && moveWithdrawal(transactionId, cancelled, { ...guard, actor });
  });

/** In the dashboard. Refusing is `cancelWithdrawal` there. */
export async function confirmWithdrawal(caller: Caller, environment: Environment, transactionId: string) {
  const owner = { accountNumber: caller.accountNumber, environment };
  if (await confirmHold(transactionId, { owner, actor: actorOf(caller) })) return { message: "OK" as const };
  const row = await findWithdrawal(owner, transactionId);
  if (!row) throw notFound();
  throw isAnswered(row);
}

/** When a withdrawal is released without an answer of its owner, or null where it does not wait for one. */
export async function confirmByOf(owner: Owner, transactionId: string): Promise<Date | null> {
  return (await findWithdrawal(owner, transactionId))?.confirmBy ?? null;
}

/** What a link of the mail leads to. Reading it changes nothing: mail programs follow links by themselves. */
export async function findHeldByLink(token: string) {
  const row = await findByLink(token);
  return row && { withdrawal: toWithdrawalRecord(row), confirmBy: row.confirmBy, canRefuse: isHeldOrReleased(row) };
}

export async function answerByLink({ ticket, answer }: { ticket: string; answer: "confirm" | "refuse" }) {
  const row = await findByLink(ticket);
  if (!row) throw new AppError("invalid", "This link is not valid. Copy the whole link from the mail.");
  const move = answer === "confirm" ? confirmHold : refuseEvenReleased;
  if (await move(row.transactionId, { actor: "mail" })) return { message: "OK" as const };
  throw isAnswered((await findAnyWithdrawal(row.transactionId)) ?? row);
}

/** Somebody with a stolen password may have confirmed it, so that the mail still stops it until the bank file has it. */
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
  );

/** For the worker, every minute: releases withdrawals that their owner did not answer for in time. */
export const releaseUnanswered = (): Promise<void> =>
  drainDue(
    (limit) => findUnanswered(now(), limit),
    (transactionId) => moveWithdrawal(transactionId, released, { isAwaitingAnswer: true }),
  );
