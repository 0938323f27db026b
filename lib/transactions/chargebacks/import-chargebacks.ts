import { operator } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { transactionIdPattern } from "@/lib/kit/fields";
import { log } from "@/lib/kit/log";
import { lockPayment } from "@/lib/transactions/refunds/refund-store";
import type { ChargebackFileRow } from "./chargeback-file";
import { type ApprovedCharge, type DisputedRow, findApprovedCharges, findDisputed } from "./chargeback-store";
import { type ChargebackOperationName, chargebackOperations } from "./chargebacks";
import { afterEvent, type DisputedPayment, judgeRow, refused, targetOf, type Verdict } from "./import-rules";

export type RowReport = {
  line: number;
  event: ChargebackOperationName;
  /** Null if the row does not lead to a transaction. */
  transactionId: string | null;
  verdict: Verdict;
};

const unknownTransaction = refused("The transaction does not exist.");

/**
 * Records the rows one after the other, each in its own transaction. A row that was recorded before changes nothing,
 * and a refused row does not stop the others.
 */
export async function* importChargebacks(rows: readonly ChargebackFileRow[]): AsyncGenerator<RowReport> {
  for (const { row, found, verdict } of await resolveRows(rows)) {
    yield reportOf(row, found, verdict ?? (await importRow(row, found).catch(failed)));
  }
}

/** Reports what `importChargebacks` would do now. Only reads. */
export async function* previewChargebacks(rows: readonly ChargebackFileRow[]): AsyncGenerator<RowReport> {
  const payments = new Map<string, DisputedPayment>();
  for (const { row, found, verdict: early } of await resolveRows(rows)) {
    if (early) {
      yield reportOf(row, found, early);
      continue;
    }
    const payment = payments.get(found.transactionId) ?? toPayment(found);
    const verdict = judgeRow(payment, row);
    if (verdict.result === "recorded") payments.set(found.transactionId, afterEvent(payment, row.event, now()));
    yield reportOf(row, found, verdict);
  }
}

const reportOf = ({ line, event }: ChargebackFileRow, found: DisputedRow | null, verdict: Verdict): RowReport => ({
  line,
  event,
  transactionId: found?.transactionId ?? null,
  verdict,
});

type ResolvedRow = { row: ChargebackFileRow } & (
  | { found: DisputedRow; verdict: null }
  | { found: null; verdict: Verdict }
);

/** References and ids are looked up only if they are well-formed: a cell may contain any text, such as a NUL. */
const referencePattern = /^[\x21-\x7e]{1,64}$/;

/** Finds the payments of all rows with two queries, whatever the number of rows. */
async function resolveRows(rows: readonly ChargebackFileRow[]): Promise<ResolvedRow[]> {
  const charges = await findChargesByReference(rows);
  const targets = rows.map((row) => ({ row, target: targetOf(row, charges.get(row.acquirerReference ?? "") ?? []) }));
  const ids = targets.flatMap(({ target }) => ("transactionId" in target ? target.transactionId : []));
  const disputed = await findDisputed([...new Set(ids)].filter((id) => transactionIdPattern.test(id)));
  const byId = new Map(disputed.map((found) => [found.transactionId, found]));
  return targets.map(({ row, target }): ResolvedRow => {
    if ("refusal" in target) return { row, found: null, verdict: refused(target.refusal) };
    const found = byId.get(target.transactionId);
    return found ? { row, found, verdict: null } : { row, found: null, verdict: unknownTransaction };
  });
}

async function findChargesByReference(rows: readonly ChargebackFileRow[]): Promise<Map<string, ApprovedCharge[]>> {
  const references = rows.flatMap(({ acquirerReference }) => acquirerReference ?? []);
  const wanted = [...new Set(references)].filter((reference) => referencePattern.test(reference));
  const charges = new Map<string, ApprovedCharge[]>();
  for (const charge of wanted.length > 0 ? await findApprovedCharges(wanted) : []) {
    charges.set(charge.reference, [...(charges.get(charge.reference) ?? []), charge]);
  }
  return charges;
}

/** Judges the row again under the payment's lock, so that concurrent imports record an event once. */
function importRow({ event, bankReference, ...row }: ChargebackFileRow, found: DisputedRow): Promise<Verdict> {
  const owner: Owner = { accountNumber: found.accountNumber, environment: found.environment };
  return inTransaction(async () => {
    const payment = await lockPayment(owner, found.transactionId);
    if (!payment) return unknownTransaction;
    const verdict = judgeRow({ ...payment, currency: payment.balanceKey.currency }, { event, ...row });
    if (verdict.result === "recorded") {
      await chargebackOperations[event](owner, found.transactionId, operator, bankReference);
    }
    return verdict;
  });
}

function failed(error: unknown): Verdict {
  log.error({ err: error }, "a row of a chargeback file could not be imported");
  return refused("The import of this row failed with an internal error. Import the file again.");
}

const toPayment = ({ chargebackStatus, ...row }: DisputedRow): DisputedPayment => ({
  ...row,
  chargeback: chargebackStatus && { status: chargebackStatus },
});
