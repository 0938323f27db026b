import { operator, recordAll, recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { transactionIdPattern } from "@/lib/kit/fields";
import { log } from "@/lib/kit/log";
import { readCsvLines } from "@/lib/kit/text/csv";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import { toBankFile } from "./bank-file";
import { moveWithdrawal } from "./move-withdrawal";
import { descriptionOf, toWithdrawalRecord } from "./record";
import { completed, held, processing, refunded, released, statusDescriptions } from "./status";
import {
  type BatchChoice,
  countWaiting,
  endWaitForAnswer,
  findAnyWithdrawal,
  findBatch,
  findOpenBatches,
  moveIntoBatch,
  type WithdrawalRow,
} from "./store";
import { emitWithdrawalEvents } from "./withdrawal-events";

/** Operator commands for withdrawals. Only the bank file itself contains account numbers. */

/** The largest number of withdrawals per bank file, so that an operator can review the file. */
const batchMax = 5000;
/** The largest number of withdrawals per database transaction, so that each transaction stays short. */
const perTransactionMax = 500;

/** Moves waiting withdrawals into a batch, up to the size of one bank file. Returns how many still wait. */
export async function sendBatch(batch: string, choice: BatchChoice): Promise<{ sent: number; waiting: number }> {
  let sent = 0;
  for (let moved = perTransactionMax; moved === perTransactionMax && sent < batchMax; sent += moved) {
    moved = await moveSome(batch, choice);
  }
  return { sent, waiting: await countWaiting(choice) };
}

function moveSome(batch: string, choice: BatchChoice): Promise<number> {
  return inTransaction(async () => {
    const moved = await moveIntoBatch(batch, choice, now(), perTransactionMax);
    await emitWithdrawalEvents(moved);
    await recordAll(movesOf(moved, batch, choice));
    return moved.length;
  });
}

/** One audit entry per account, about the withdrawals in the batch. */
function movesOf(moved: readonly WithdrawalRow[], batch: string, { environment }: BatchChoice) {
  const accounts = [...new Set(moved.map(({ accountNumber }) => accountNumber))];
  return accounts.map((accountNumber) => {
    const withdrawals = moved.filter((row) => row.accountNumber === accountNumber).map((row) => row.transactionId);
    const detail = { environment, status: statusDescriptions[processing], withdrawals };
    return { actor: operator, accountNumber, action: "withdrawal.moved", subject: `batch ${batch}`, detail } as const;
  });
}

/** Writes the bank file of a batch. Can be repeated if the file is lost. */
export async function writeBatch(batch: string): Promise<{ count: number; file: string }> {
  const rows = await findBatch(batch);
  return { count: rows.length, file: toBankFile(rows) };
}

export const listBatches = findOpenBatches;

const results = new Map<string, WithdrawalStatus>([
  ["completed", completed],
  ["refunded", refunded],
]);

const unknownId = "the withdrawal does not exist";

export type LineReport = { line: number; message: string; isWrong: boolean };

/**
 * Imports the bank's result file. A line that was imported before changes nothing, and an invalid line does not stop
 * the other lines.
 */
export async function readResults(text: string): Promise<LineReport[]> {
  const reports: LineReport[] = [];
  for (const [index, { line, cells }] of readCsvLines(text).entries()) {
    if (index === 0 && cells?.[0] === "transaction_id") continue;
    reports.push({ line, ...(await readResult(cells).catch(failed)) });
  }
  return reports;
}

type Outcome = Omit<LineReport, "line">;
const wrong = (message: string): Outcome => ({ message, isWrong: true });

function failed(error: unknown): Outcome {
  log.error({ err: error }, "a line of a bank result file could not be processed");
  return wrong("failed with an internal error: import the file again");
}

async function readResult(cells: string[] | null): Promise<Outcome> {
  if (!cells) return wrong("the line is not valid CSV");
  const [transactionId = "", resultCell = ""] = cells;
  const result = resultCell.toLowerCase();
  const to = results.get(result);
  if (to === undefined) return wrong("the result must be completed or refunded");
  // An invalid transaction id may be any text, so the error message does not repeat it and it is not looked up.
  if (!transactionIdPattern.test(transactionId)) return wrong(unknownId);
  if (await moveWithdrawal(transactionId, to, { actor: operator }))
    return { message: `${transactionId} is ${result}`, isWrong: false };
  const row = await findAnyWithdrawal(transactionId);
  if (!row) return wrong(unknownId);
  if (row.status === to) return { message: `${transactionId} was ${result} already`, isWrong: false };
  return wrong(`${transactionId} is «${descriptionOf(row)}» and cannot be ${result}`);
}

/**
 * Holds a withdrawal. One that is already held for the merchant's answer stays held, and only the operator can release
 * it from then on.
 */
export async function holdWithdrawal(transactionId: string): Promise<void> {
  const isKept = await inTransaction(async () => {
    const kept = await endWaitForAnswer(transactionId, now());
    if (!kept) return false;
    const detail = { environment: kept.environment, status: descriptionOf(kept) };
    await recordBy(operator, kept.accountNumber, "withdrawal.moved", { subject: transactionId, detail });
    return true;
  });
  if (!isKept) await moveOrThrow(transactionId, held);
}

export const releaseWithdrawal = (transactionId: string) => moveOrThrow(transactionId, released);

async function moveOrThrow(transactionId: string, to: WithdrawalStatus): Promise<void> {
  if (await moveWithdrawal(transactionId, to, { actor: operator })) return;
  const row = await findOrThrow(transactionId);
  const wanted = statusDescriptions[to].toLowerCase();
  throw new AppError("invalid", `The withdrawal is «${descriptionOf(row)}» and cannot be ${wanted}.`);
}

export async function showWithdrawal(transactionId: string) {
  const row = await findOrThrow(transactionId);
  return { account_number: row.accountNumber, platform: row.platform, batch: row.batch, ...toWithdrawalRecord(row) };
}

async function findOrThrow(transactionId: string) {
  const row = await findAnyWithdrawal(transactionId);
  if (!row) throw new AppError("not_found", "The withdrawal does not exist.");
  return row;
}
