import { confirmed, notConfirmed, Unanswered, warned } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/mpgs/dials";
import { transactionIds } from "@/lib/gateway/mpgs/wire/requests";
import { briefReply, type Reply } from "./exchange";
import { heldIn, orderIn } from "./give-back";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import { isApproved } from "./test-profile";

const isCancelled = (reply: Reply): boolean => orderIn(reply)?.status === "CANCELLED";

const voidWindow: Question = {
  id: "void-window",
  title: "Can a payment be voided right after it?",
  expectation: "a payment is voided right after it, and the order then has the status CANCELLED",
  async ask(profile) {
    const { orderId, amount } = await profile.payApproved(testCards.frictionless);
    const voided = await profile.voidLast(orderId);
    const observed = `The void gets ${briefReply(voided)}.`;
    if (!isApproved(voided)) {
      const refunded = await profile.refund(orderId, amount);
      if (isApproved(refunded)) profile.closeCharge(orderId);
      const dial = voided.answer.kind === "refused" ? "unsupported" : "late";
      const effect = "The product refunds payments that it cannot void, at a cost.";
      return notConfirmed(`${observed} The refund gets ${briefReply(refunded)}. ${effect}`, { void: dial });
    }
    const isAuthorised = heldIn(await profile.inquire(orderId))?.isAuthorised ?? false;
    const released = isAuthorised ? await profile.void(orderId, transactionIds.payment) : null;
    const both = released
      ? `${observed} The authorisation stays, and its void gets ${briefReply(released)}.`
      : observed;
    const dials: Partial<Dials> = isAuthorised ? { voidOfCapture: "leaves_authorization" } : {};
    const { isFound } = await profile.poll(() => profile.inquire(orderId), isCancelled);
    if (!isFound) {
      return notConfirmed(`${both} The order is not CANCELLED. A void whose answer is lost could not be found.`, dials);
    }
    profile.closeCharge(orderId);
    return confirmed(both, dials);
  },
};

export const reversalQuestions = [voidWindow];

/** Asks about a payment of an earlier day, because a payment settles only at the bank's cut-off. */
export const settledVoidQuestion = (orderId: string): Question => ({
  id: "settled-void",
  title: "What does a void of a settled payment get?",
  expectation: "a void of a settled payment is refused, and a refund of it is accepted",
  async ask(profile) {
    const { captured } = heldIn(await profile.inquire(orderId)) ?? { captured: 0n };
    if (captured <= 0n) throw new Unanswered("The account has no such payment that holds money.");
    profile.noteCharge({ identifier: orderId, amount: captured });
    const voided = await profile.voidLast(orderId);
    const observed = `The void gets ${briefReply(voided)}.`;
    if (isApproved(voided)) {
      profile.closeCharge(orderId);
      const effect = "Either the payment was not settled yet, or the product may void settled payments, too.";
      return warned(`${observed} ${effect}`, { void: "accepted" });
    }
    const refunded = await profile.refund(orderId, captured);
    const both = `${observed} The refund gets ${briefReply(refunded)}.`;
    if (!isApproved(refunded)) {
      return notConfirmed(`${both} A charge that cannot be voided would stay with the payer.`);
    }
    profile.closeCharge(orderId);
    return confirmed(both, { void: "until_settled" });
  },
});
