import { confirmed, notConfirmed, Unanswered } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/powertranz/dials";
import { isVoidedOrder, readFoundOrder } from "@/lib/gateway/powertranz/queries/order";
import { readVoid } from "@/lib/gateway/powertranz/void";
import { isIssuerCode, readOrder, transactionTypes } from "@/lib/gateway/powertranz/wire/answers";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { briefReply, type Reply } from "./exchange";
import { isAbsentReply } from "./queries";
import type { Question } from "./question";
import { testCards } from "./test-cards";
import { isApproved, type TestTerminal } from "./test-terminal";

/** Whether the product takes the answer to OrderSearch for "no such payment". */
export const isAbsentOrder = ({ answer }: Reply): boolean => readFoundOrder(answer).kind === "absent";

/** Whether OrderSearch shows a voided payment. */
function isVoidedReply({ answer }: Reply): boolean {
  const order = readOrder(answer);
  return order !== null && isVoidedOrder(order);
}

/** Waits until OrderSearch lists the void or refund with this id. */
async function findListed(terminal: TestTerminal, identifier: string, type: number) {
  const listed = (reply: Reply) =>
    readOrder(reply.answer)?.Transactions.filter(({ TransactionType }) => TransactionType === type) ?? [];
  const { reply } = await terminal.poll(
    () => terminal.searchOrder(identifier),
    (found) => listed(found).length > 0,
  );
  return { reply, listed: listed(reply) };
}

const voidWindow: Question = {
  id: "void-window",
  title: "Can a payment be voided right after it?",
  expectation: "a payment is voided right after it, and OrderSearch then shows the void",
  async ask(terminal) {
    const { identifier } = await terminal.payApproved(testCards.approved);
    const externalIdentifier = newUlid();
    const voided = await terminal.void(identifier, externalIdentifier);
    if (!isApproved(voided)) {
      const settled = await settledAmountOf(terminal, identifier);
      const observed = `The void gets ${briefReply(voided)}. SettledAmount is ${settled ?? "missing"}.`;
      const dials: Partial<Dials> = Number(settled) > 0 ? { settleAfterMs: 0 } : {};
      return notConfirmed(`${observed} The product refunds payments that it cannot void, at a cost.`, dials);
    }
    const { reply, listed } = await findListed(terminal, identifier, transactionTypes.void);
    const isReturned = listed.some(({ ExternalIdentifier }) => ExternalIdentifier === externalIdentifier);
    const dials = { voidExternalIdentifier: isReturned };
    const observed = `The void gets ${briefReply(voided)}. OrderSearch ${isVoidedReply(reply) ? "shows it" : "does not show it"}, ${isReturned ? "with" : "without"} its ExternalIdentifier.`;
    if (isVoidedReply(reply)) return confirmed(observed, dials);
    return notConfirmed(`${observed} The product could not learn of a void whose answer was lost.`, dials);
  },
};

async function settledAmountOf(terminal: TestTerminal, identifier: string): Promise<string | null> {
  const { record } = await terminal.inquire(identifier);
  const summary = record.OrderSummary;
  const amount = typeof summary === "object" && summary !== null ? Reflect.get(summary, "SettledAmount") : null;
  return typeof amount === "number" ? amount.toFixed(2) : null;
}

const unknownVoid: Question = {
  id: "unknown-void",
  title: "What does a void of an unknown payment get?",
  expectation: "a void of an unknown payment has no effect, and OrderSearch then finds no payment",
  async ask(terminal) {
    const identifier = newUuid();
    const reply = await terminal.void(identifier);
    const order = await terminal.searchOrder(identifier);
    const observed = `The void gets ${briefReply(reply)}. OrderSearch then gets ${briefReply(order)}.`;
    const dials = unknownVoidDialOf(reply);
    if (!isAbsentOrder(order)) {
      return notConfirmed(`${observed} The product would keep such payments open and alert the operator.`, dials);
    }
    const isClear = readVoid(reply.answer) !== "silent";
    const delay = "The product repeats such a void for a minute. Then it believes OrderSearch.";
    return confirmed(isClear ? observed : `${observed} ${delay}`, dials);
  },
};

function unknownVoidDialOf(reply: Reply): Partial<Dials> {
  const { kind } = reply.answer;
  if (kind === "absent") return { voidOfUnknown: "http_404_empty" };
  if (kind === "empty") return { voidOfUnknown: "http_200_empty" };
  if (kind === "silent") return { voidOfUnknown: "silent" };
  if (isApproved(reply)) return { voidOfUnknown: "approved" };
  return isIssuerCode(reply.code ?? undefined) ? { voidOfUnknown: `code_${reply.code}` } : {};
}

const earlyRefund: Question = {
  id: "early-refund",
  title: "Can a payment be refunded before it is settled?",
  expectation: "a payment can be refunded right after it",
  async ask(terminal) {
    const { identifier, amount } = await terminal.payApproved(testCards.approved);
    const refund = await terminal.refund(identifier, amount);
    const observed = `The refund gets ${briefReply(refund)}.`;
    if (!isApproved(refund)) return notConfirmed(`${observed} Refunds on the day of the payment fail.`);
    terminal.closeCharge(identifier);
    return confirmed(observed);
  },
};

const refundIdentifier: Question = {
  id: "refund-identifier",
  title: "Does OrderSearch return the ExternalIdentifier of a partial refund?",
  expectation: "OrderSearch lists a refund with its ExternalIdentifier",
  async ask(terminal) {
    const { identifier, amount } = await terminal.payApproved(testCards.approved);
    const [part, externalIdentifier] = [amount / 2n, newUlid()];
    const refund = await terminal.refund(identifier, part, externalIdentifier);
    if (!isApproved(refund)) throw new Unanswered(`The partial refund was refused with ${briefReply(refund)}.`);
    const { reply, listed } = await findListed(terminal, identifier, transactionTypes.refund);
    const rest = await terminal.refund(identifier, amount - part);
    if (isApproved(rest)) terminal.closeCharge(identifier);
    const isReturned = listed.some(({ ExternalIdentifier }) => ExternalIdentifier === externalIdentifier);
    const isCounted = readOrder(reply.answer)?.TotalCreditAmount === part;
    const dials = { refundExternalIdentifier: isReturned };
    const observed = `OrderSearch lists ${listed.length} refunds, ${isReturned ? "with" : "without"} the ExternalIdentifier. TotalCreditAmount ${isCounted ? "equals" : "differs from"} the refund.`;
    if (isReturned) return confirmed(observed, dials);
    const effect = isCounted
      ? "The product finds refunds by the total instead."
      : "A refund whose answer is lost stays open until the operator decides.";
    return notConfirmed(`${observed} ${effect}`, dials);
  },
};

export const reversalQuestions = [voidWindow, unknownVoid, earlyRefund, refundIdentifier];

/** Asks about a payment of an earlier day, because a payment settles only at the acquirer's cut-off. */
export const settledVoidQuestion = (identifier: string): Question => ({
  id: "settled-void",
  title: "What does a void of a settled payment get?",
  expectation: "a void of a settled payment is refused, and a refund of it is accepted",
  async ask(terminal) {
    const found = await terminal.inquire(identifier);
    const amount = found.transaction?.TotalAmount;
    if (isAbsentReply(found) || amount === undefined) throw new Unanswered("The terminal has no such payment.");
    const settled = await settledAmountOf(terminal, identifier);
    if (Number(settled) === 0) throw new Unanswered("The payment is not settled yet. Ask again after the cut-off.");
    const voided = await terminal.void(identifier);
    const observed = `The void gets ${briefReply(voided)}.`;
    if (isApproved(voided)) {
      return notConfirmed(`${observed} The product may void settled payments, too.`, { settledVoid: "accepted" });
    }
    const refund = await terminal.refund(identifier, amount);
    const both = `${observed} The refund gets ${briefReply(refund)}.`;
    const dials: Partial<Dials> = { settledVoid: voided.code === "76" ? "code_76" : "code_12" };
    const isRefused = isIssuerCode(voided.code ?? undefined);
    if (isRefused && isApproved(refund)) return confirmed(both, dials);
    return notConfirmed(`${both} A charge that cannot be voided would stay with the payer.`, dials);
  },
});
