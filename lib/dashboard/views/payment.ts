import type { Visit } from "@/lib/dashboard/viewer";
import { inSnapshot } from "@/lib/db/client";
import { formatMoney } from "@/lib/format/money";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { retrieveRefundable, retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { refusalSentences } from "../sentences/refusal-sentences";
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
  const { obstacle, ...limits } = await retrieveRefundable(caller, owner.environment, id);
  const timeline = await readTimeline(owner, id, choice);
  const balance = formatMoney({ amount: limits.balance, currency: data.currency });
  const refundable = { ...limits, obstacle: obstacle && obstacleWords(obstacle, data.currency, balance) };
  return { payment, refundable, timeline };
}

type Obstacle = NonNullable<Awaited<ReturnType<typeof retrieveRefundable>>["obstacle"]>;

/** The reason beside the disabled button. */
const obstacleWords = (obstacle: Obstacle, currency: string, balance: string): string =>
  obstacle === "insufficient_funds"
    ? `Your ${currency} balance is ${balance}. Refund this payment when later sales have filled it.`
    : refusalSentences[obstacle];
