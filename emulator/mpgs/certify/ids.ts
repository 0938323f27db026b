import { confirmed, notConfirmed, Unanswered, warned } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/mpgs/dials";
import { transactionIds } from "@/lib/gateway/mpgs/wire/requests";
import { second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { briefReply, type Reply } from "./exchange";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import { isApproved } from "./test-profile";

const receiptOf = ({ record }: Reply): string | undefined => record?.transaction?.receipt;

const repeatedIds: Question = {
  id: "repeated-ids",
  title: "What does a second payment with the same ids get?",
  expectation: "the same request again gets the first answer again, and one with another body is not charged again",
  async ask(profile) {
    const sale = await profile.payApproved(testCards.frictionless);
    const same = await profile.pay(sale);
    const changed = await profile.pay(sale, { email: "changed@example.com" });
    const observed = `The same request gets ${briefReply(same)}. With another body, it gets ${briefReply(changed)}.`;
    const isRepeated = (reply: Reply) => isApproved(reply) && receiptOf(reply) === receiptOf(sale.payment);
    const replayStatus = same.response?.status === 200 ? "http_200" : "http_201";
    if (!isRepeated(same)) {
      const effect = "A payment is never sent twice, but a void whose answer was lost is sent again.";
      return notConfirmed(`${observed} The first answer is not repeated. ${effect}`);
    }
    const dials: Partial<Dials> = { replayStatus };
    if (isRepeated(changed)) return confirmed(observed, { ...dials, changedReplay: "same_answer" });
    if (changed.answer.kind === "refused") return confirmed(observed, { ...dials, changedReplay: "http_400" });
    const effect = "The same ids can charge twice. The product never sends a payment twice.";
    return warned(`${observed} ${effect}`, { ...dials, ...(isApproved(changed) && { changedReplay: "new_charge" }) });
  },
};

const isUnknown = ({ answer }: Reply): boolean => answer.kind === "refused" && answer.because === "invalid";

const unknownOrder: Question = {
  id: "unknown-order",
  title: "What does a query get for an unknown order and an unknown transaction, and a void of an unknown order?",
  expectation: "what is unknown gets HTTP 400 and INVALID_REQUEST",
  async ask(profile) {
    const sale = await profile.begin(testCards.frictionless);
    await profile.initiate(sale);
    const replies = [
      await profile.inquire(newUlid()),
      await profile.inquire(sale.orderId, transactionIds.payment),
      await profile.void(newUlid(), transactionIds.payment),
    ] as const;
    const [order, transaction, voided] = replies;
    const observed = `The order gets ${briefReply(order)}. The transaction gets ${briefReply(transaction)}. The void gets ${briefReply(voided)}.`;
    if (!replies.every(isUnknown)) {
      return notConfirmed(`${observed} Payments that never arrived would stay open instead of failed.`);
    }
    if (replies.every(({ response }) => response?.status === 400)) {
      return confirmed(observed, { unknownOrder: "http_400" });
    }
    const effect =
      "The product understands it. But a wrong path gets 404, too: if the gateway's address changes, payments look unknown.";
    return warned(`${observed} ${effect}`, { unknownOrder: "http_404" });
  },
};

const believedSeconds = 45;

const queryAfterPayment: Question = {
  id: "query-after-payment",
  title: "How soon does a query show a payment?",
  expectation: `a query shows a payment within ${believedSeconds} seconds, with the same result`,
  async ask(profile) {
    const { orderId, payment } = await profile.payApproved(testCards.frictionless);
    const { reply, waitedMs, isFound } = await profile.poll(
      () => profile.inquire(orderId, transactionIds.payment),
      ({ record }) => record?.transaction?.id === transactionIds.payment,
    );
    const dials = { queryLagMs: waitedMs };
    if (!isFound) return notConfirmed(`No query shows it within ${waitedMs / second} seconds.`, dials);
    const observed = `The query shows it after ${waitedMs / second} seconds with ${briefReply(reply)}.`;
    if (waitedMs > believedSeconds * second) {
      return notConfirmed(`${observed} Raise queryLagMs, or payments count as failed too early.`, dials);
    }
    if (isApproved(reply) && receiptOf(reply) === receiptOf(payment)) return confirmed(observed, dials);
    throw new Unanswered(`${observed} The record differs from the answer to the payment.`);
  },
};

export const idQuestions = [repeatedIds, unknownOrder, queryAfterPayment];
