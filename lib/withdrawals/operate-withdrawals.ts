import { operator, recordAll, recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { transactionIdPattern } from "@/lib/kit/fields";
import { log } from "@/lib/kit/log";
import { readLines, toBankFile } from "./bank-file";
import { moveWithdrawal } from "./move-withdrawal";
import { descriptionOf, toWithdrawalRecord } from "./record";
import { completed, held, processing, refunded, released, type Status, statusDescriptions } from "./status";
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
import { tellOfWithdrawals } from "./withdrawal-events";

/** What moves live withdrawals on (npm run withdrawals). None of it says a number, but for the bank file itself. */

/** What people can still look through. */
const batchMax = 5000;
/** What one transaction moves, and tells merchants of, in a moment. */
const atOnceMax = 500;

/** What waits goes on together, up to what one file holds. How many still wait is told, too. */
export async function sendBatch(batch: string, choice: BatchChoice): Promise<{ sent: number; waiting: number }> {
  let sent = 0;
  for (let moved = atOnceMax; moved === atOnceMax && sent < batchMax; sent += moved) {
    moved = await moveSome(batch, choice);
  }
  return { sent, waiting: await countWaiting(choice) };
}

function moveSome(batch: string, choice: BatchChoice): Promise<number> {
  return inTransaction(async () => {
    const moved = await moveIntoBatch(batch, choice, now(), atOnceMax);
    await tellOfWithdrawals(moved);
    await recordAll(movesOf(moved, batch, choice));
    return moved.length;
  });
}

/** One entry for all that one account has in it. */
function movesOf(moved: readonly WithdrawalRow[], batch: string, { environment }: BatchChoice) {
  const accounts = [...new Set(moved.map(({ accountNumber }) => accountNumber))];
  return accounts.map((accountNumber) => {
    const withdrawals = moved.filter((row) => row.accountNumber === accountNumber).map((row) => row.transactionId);
    const detail = { environment, status: statusDescriptions[processing], withdrawals };
    return { actor: operator, accountNumber, action: "withdrawal.moved", subject: `batch ${batch}`, detail } as const;
  });
}

/** Can be done again, should the file get lost. */
export async function writeBatch(batch: string): Promise<{ count: number; file: string }> {
  const rows = await findBatch(batch);
  return { count: rows.length, file: toBankFile(rows) };
}

export const listBatches = findOpenBatches;

const results = new Map<string, Status>([
  ["completed", completed],
  ["refunded", refunded],
]);

const unknownId = "there is no such withdrawal";

export type LineReport = { line: number; says: string; isWrong: boolean };

/** What the bank says became of them. A line that was read before changes nothing; a wrong one stops nobody. */
export async function readResults(text: string): Promise<LineReport[]> {
  const reports: LineReport[] = [];
  for (const [index, { line, cells }] of readLines(text).entries()) {
    if (index === 0 && cells?.[0] === "transaction_id") continue;
    reports.push({ line, ...(await readResult(cells).catch(failed)) });
  }
  return reports;
}

type Outcome = Omit<LineReport, "line">;
const wrong = (says: string): Outcome => ({ says, isWrong: true });

function failed(error: unknown): Outcome {
  log.error({ err: error }, "a line of a bank's answer could not be taken");
  return wrong("failed for a reason of ours: read the file once more");
}

async function readResult(cells: string[] | null): Promise<Outcome> {
  if (!cells) return wrong("the line is no CSV");
  const [transactionId = "", given = ""] = cells;
  const result = given.toLowerCase();
  const to = results.get(result);
  if (to === undefined) return wrong("the result must be completed or refunded");
  // What stands there may be anything, so it is neither repeated nor looked for.
  if (!transactionIdPattern.test(transactionId)) return wrong(unknownId);
  if (await moveWithdrawal(transactionId, to, { actor: operator }))
    return { says: `${transactionId} is ${result}`, isWrong: false };
  const row = await findAnyWithdrawal(transactionId);
  if (!row) return wrong(unknownId);
  if (row.status === to) return { says: `${transactionId} was ${result} already`, isWrong: false };
  return wrong(`${transactionId} is «${descriptionOf(row)}» and cannot be ${result}`);
}

/** A withdrawal that is held for its owner's answer stays held: from then on only the operator releases it. */
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

async function moveOrThrow(transactionId: string, to: Status): Promise<void> {
  if (await moveWithdrawal(transactionId, to, { actor: operator })) return;
  const row = await findOrThrow(transactionId);
  throw new AppError("invalid", `The withdrawal is «${descriptionOf(row)}» and cannot be moved so.`);
}

export async function showWithdrawal(transactionId: string) {
  const row = await findOrThrow(transactionId);
  return { account_number: row.accountNumber, platform: row.platform, batch: row.batch, ...toWithdrawalRecord(row) };
}

async function findOrThrow(transactionId: string) {
  const row = await findAnyWithdrawal(transactionId);
  if (!row) throw new AppError("not_found", "There is no such withdrawal.");
  return row;
}
