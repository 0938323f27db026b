import type { Visit } from "@/lib/dashboard/viewer";
import { inSnapshot } from "@/lib/db/client";
import { formatMinor } from "@/lib/kit/money";
import { findBalances } from "@/lib/ledger/store";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { retrieveRefundable, retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { readTimeline, type TimelineChoice } from "./timeline";

type Viewing = Pick<Visit, "caller" | "owner">;

/**
 * The page of one payment: its record, what can be refunded, and its timeline. They are one snapshot, because the
 * worker may carry out a refund while the page is read.
 */
export function readPaymentPage(viewing: Viewing, id: string, timeline: TimelineChoice = {}) {
  return inSnapshot(() => readParts(viewing, id, timeline));
}

async function readParts({ caller, owner }: Viewing, id: string, choice: TimelineChoice) {
  const { data } = await retrieveTransaction(caller, owner.environment, id);
  const [payment = { ...data, outcome: null, isAbandoned: false, linkTitle: null }] = await markAbandoned(owner, [
    data,
  ]);
  const refundable = await retrieveRefundable(caller, owner.environment, id);
  const balances = await findBalances(owner.accountNumber, owner.environment);
  const balance = balances.find(({ currency }) => currency === data.currency)?.available ?? 0n;
  const timeline = await readTimeline(owner, id, choice);
  return { payment, refundable: { ...refundable, balance: formatMinor(balance) }, timeline };
}
