import type { Visit } from "@/lib/dashboard/viewer";
import { inSnapshot } from "@/lib/db/client";
import { formatMoney } from "@/lib/format/money";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { retrieveRefundable, retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import type { RefundObstacle } from "@/lib/transactions/refunds/refund-rules";
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
  const refundable = { ...limits, obstacle: obstacle && obstacleWords({ obstacle, currency: data.currency, balance }) };
  return { payment, refundable, timeline };
}

type Obstacle = { obstacle: RefundObstacle; currency: string; balance: string };

/** The reason beside the disabled button. */
function obstacleWords({ obstacle, currency, balance }: Obstacle): string {
  switch (obstacle) {
    case "testCharge":
      return "We return this test charge by ourselves.";
    case "notPaid":
      return "You can refund a payment that was paid.";
    case "tooMany":
      return "This payment has reached the limit of refund requests.";
    case "open":
      return "A refund of this payment is already in progress. Wait until it ends.";
    case "takenBack":
      return "The customer’s bank has taken this payment back.";
    case "refunded":
      return "This payment is already refunded in full.";
    case "noBalance":
      return `Your ${currency} balance is ${balance}. Refund this payment when later sales have filled it.`;
  }
}
