import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { readLines, toBankFile } from "./bank-file";
import { moveWithdrawal } from "./move-withdrawal";
import { descriptionOf, toRecord } from "./record";
import { completed, held, refunded, released, type Status } from "./status";
import { type BatchChoice, findAnyWithdrawal, findBatch, moveIntoBatch } from "./store";

/** What moves live withdrawals on (npm run withdrawals). None of it says a number, but for the bank file itself. */

export type Batch = { batch: string; count: number; file: string };

/** All that waits goes on together. Should the file get lost, the batch can be written again. */
export async function sendBatch(choice: BatchChoice): Promise<Batch> {
  const batch = newUlid();
  return inTransaction(async () => {
    await moveIntoBatch(batch, choice, now());
    return writeBatch(batch);
  });
}

export async function writeBatch(batch: string): Promise<Batch> {
  const rows = await findBatch(batch);
  return { batch, count: rows.length, file: toBankFile(rows) };
}

const results = new Map<string, Status>([
  ["completed", completed],
  ["refunded", refunded],
]);

export type LineReport = { line: number; says: string; isWrong: boolean };

/** What the bank says became of them. A line that was read before changes nothing; a wrong one stops nobody. */
export async function readResults(text: string): Promise<LineReport[]> {
  const reports: LineReport[] = [];
  for (const [index, [transactionId = "", result = ""]] of readLines(text).entries()) {
    if (index === 0 && transactionId === "transaction_id") continue;
    reports.push({ line: index + 1, ...(await readResult(transactionId, result.toLowerCase())) });
  }
  return reports;
}

const wrong = (says: string) => ({ says, isWrong: true });

async function readResult(transactionId: string, result: string): Promise<Omit<LineReport, "line">> {
  const to = results.get(result);
  if (to === undefined) return wrong("the result must be completed or refunded");
  if (await moveWithdrawal(transactionId, to)) return { says: `${transactionId} is ${result}`, isWrong: false };
  const row = await findAnyWithdrawal(transactionId);
  // What stands there may be anything, so it is not repeated.
  if (!row) return wrong("there is no such withdrawal");
  if (row.status === to) return { says: `${transactionId} was ${result} already`, isWrong: false };
  return wrong(`${transactionId} is «${descriptionOf(row)}» and cannot be ${result}`);
}

export const holdWithdrawal = (transactionId: string) => moveOrThrow(transactionId, held);
export const releaseWithdrawal = (transactionId: string) => moveOrThrow(transactionId, released);

async function moveOrThrow(transactionId: string, to: Status): Promise<void> {
  if (await moveWithdrawal(transactionId, to)) return;
  const row = await findOrThrow(transactionId);
  throw new AppError("invalid", `The withdrawal is «${descriptionOf(row)}» and cannot be moved so.`);
}

export async function showWithdrawal(transactionId: string) {
  const row = await findOrThrow(transactionId);
  return { account_number: row.accountNumber, platform: row.platform, batch: row.batch, ...toRecord(row) };
}

async function findOrThrow(transactionId: string) {
  const row = await findAnyWithdrawal(transactionId);
  if (!row) throw new AppError("not_found", "There is no such withdrawal.");
  return row;
}
