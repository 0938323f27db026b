import type { EventName } from "@/lib/reference/events";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import { emit, emitAll, newEvent } from "@/lib/webhooks/emit";
import { toWithdrawalRecord } from "./record";
import { cancelled, completed, held, pending, processing, refunded, released } from "./status";
import type { WithdrawalRow } from "./store";

const eventOf: Readonly<Record<WithdrawalStatus, EventName>> = {
  [pending]: "withdrawal.pending",
  [processing]: "withdrawal.processing",
  [completed]: "withdrawal.completed",
  [held]: "withdrawal.held",
  [released]: "withdrawal.released",
  [refunded]: "withdrawal.refunded",
  [cancelled]: "withdrawal.cancelled",
};

const eventInputOf = (row: WithdrawalRow) => ({
  event: eventOf[row.status as WithdrawalStatus],
  subject: row.transactionId,
  data: toWithdrawalRecord(row),
});

/** Emits the event of the withdrawal's new status. Call it in the transaction that changes the status. */
export const emitWithdrawalEvent = (row: WithdrawalRow): Promise<void> => emit(row, eventInputOf(row));

export const emitWithdrawalEvents = (rows: readonly WithdrawalRow[]): Promise<void> =>
  emitAll(rows.map((row) => newEvent(row, eventInputOf(row))));
