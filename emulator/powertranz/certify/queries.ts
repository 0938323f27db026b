import { confirmed, notConfirmed, Unanswered } from "@/emulator/certify/question";
import type { Dials } from "@/emulator/powertranz/dials";
import { isAbsence } from "@/lib/gateway/powertranz/queries/order";
import { codes, isSameIdentifier, isSameMoney, transactionTypes } from "@/lib/gateway/powertranz/wire/answers";
import { later, minute, now, second } from "@/lib/kit/clock";
import { newUuid } from "@/lib/kit/ids";
import { briefReply, type Reply, textIn } from "./exchange";
import type { Question } from "./question";
import { testCards } from "./test-cards";

/** Whether the product takes this answer for "no such payment". */
export const isAbsentReply = ({ answer }: Reply): boolean => isAbsence(answer);

function unknownDialOf({ answer, response, record }: Reply): Partial<Dials> {
  if (answer.kind === "absent") return { unknownInquiry: "http_404_empty" };
  if (answer.kind === "empty") return { unknownInquiry: response?.text.trim() ? "null_body" : "http_200_empty" };
  if (record.IsoResponseCode === "25") return { unknownInquiry: "code_25" };
  return answer.kind === "answer" && Object.keys(record).length === 0 ? { unknownInquiry: "empty_object" } : {};
}

const unknownInquiry: Question = {
  id: "unknown-inquiry",
  title: "What does a query for an unknown payment get?",
  expectation: "a query for an unknown payment gets HTTP 404, no body, null, or a record without TransactionIdentifier",
  async ask(terminal) {
    const inquiry = await terminal.inquire(newUuid());
    const order = await terminal.searchOrder(newUuid());
    const observed = `The inquiry gets ${briefReply(inquiry)}. OrderSearch gets ${briefReply(order)}.`;
    const dials = unknownDialOf(inquiry);
    if (isAbsentReply(inquiry) && isAbsentReply(order)) return confirmed(observed, dials);
    return notConfirmed(`${observed} The product would keep such payments open instead of failed.`, dials);
  },
};

const inquiryBeforePayment: Question = {
  id: "inquiry-before-payment",
  title: "What does a query get between the sale and the payment?",
  expectation: "a query before the payment finds nothing, or a record with the code of an earlier stage such as SP4",
  async ask(terminal) {
    const { identifier } = await terminal.startSale(testCards.approved);
    const reply = await terminal.inquire(identifier);
    const observed = `The query gets ${briefReply(reply)}.`;
    if (!isAbsentReply(reply))
      return notConfirmed(`${observed} The product would take it for the outcome of the payment.`);
    const position = reply.code === codes.preprocessed ? "sp4_record" : "as_unknown";
    return confirmed(observed, { inquiryBeforePayment: position });
  },
};

const believedSeconds = 45;

const inquiryAfterPayment: Question = {
  id: "inquiry-after-payment",
  title: "How soon, and with which fields, does a query find a payment?",
  expectation: `a query finds a payment within ${believedSeconds} seconds, with the code 00, the type 2, and the same amount and currency`,
  async ask(terminal) {
    const sale = await terminal.payApproved(testCards.approved);
    const { reply, waitedMs, isFound } = await terminal.poll(
      () => terminal.inquire(sale.identifier),
      (found) => !isAbsentReply(found) && found.transaction !== null,
    );
    const dials = { queryLagMs: waitedMs };
    if (!isFound) return notConfirmed(`No query finds it within ${waitedMs / second} seconds.`, dials);
    const { transaction } = reply;
    const observed = `The query finds it after ${waitedMs / second} seconds with ${briefReply(reply)}, type ${transaction?.TransactionType}.`;
    if (waitedMs > believedSeconds * second) {
      return notConfirmed(`${observed} Raise absenceBelievedAfterMs, or payments count as failed too early.`, dials);
    }
    const { currency } = terminal.terminal;
    const isSame =
      transaction !== null &&
      isSameIdentifier(transaction.TransactionIdentifier, sale.identifier) &&
      isSameMoney(transaction, { amount: sale.amount, currency }) &&
      (transaction.TransactionType ?? transactionTypes.sale) === transactionTypes.sale &&
      reply.code === codes.approved;
    if (isSame) return confirmed(observed, dials);
    return notConfirmed(`${observed} The record differs from the payment, so the outcome would stay unknown.`, dials);
  },
};

const search: Question = {
  id: "search",
  title: "Does a search by date find a payment?",
  expectation: "a search with dates in UTC finds a payment of the last minutes",
  async ask(terminal) {
    const { identifier } = await terminal.payApproved(testCards.approved);
    const [from = "", to = ""] = [later(-10 * minute), later(10 * minute)].map((at) => at.toISOString().slice(0, 19));
    const path = `Transactions/Search?${new URLSearchParams({ StartDateTime: from, EndDateTime: to })}`;
    const { isFound, waitedMs } = await terminal.poll(
      () => terminal.call(`GET Transactions/Search from ${from} to ${to}`, { method: "GET", path }),
      ({ answer }) => answer.kind === "answer" && JSON.stringify(answer.body).toLowerCase().includes(identifier),
    );
    if (isFound) return confirmed(`The search finds it after ${waitedMs / second} seconds.`);
    return notConfirmed("The search does not find it. «acquirers reconcile» would report payments as missing.");
  },
};

const quarterMinutes = 15;

const dates: Question = {
  id: "dates",
  title: "In which time zone are the dates of the gateway?",
  expectation: "dates without a zone are in UTC",
  async ask(terminal) {
    const { identifier } = await terminal.payApproved(testCards.approved);
    const paidAt = now();
    const { reply } = await terminal.poll(
      () => terminal.inquire(identifier),
      (found) => textIn(found, "TransactionDateTime") !== null,
    );
    const text = textIn(reply, "TransactionDateTime");
    if (text === null) throw new Unanswered("The record has no TransactionDateTime.");
    const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(text);
    const time = Date.parse(hasZone ? text : `${text}Z`);
    if (Number.isNaN(time)) return notConfirmed(`TransactionDateTime cannot be read: ${text.slice(0, 40)}.`);
    if (hasZone) return notConfirmed(`TransactionDateTime names its zone: ${text.slice(0, 40)}.`);
    const quarters = Math.round((time - paidAt.getTime()) / (quarterMinutes * minute));
    const observed = `The payment of ${paidAt.toISOString().slice(0, 19)}Z has the date ${text.slice(0, 40)}.`;
    if (quarters === 0) return confirmed(observed);
    const hours = (quarters * quarterMinutes) / 60;
    return notConfirmed(`${observed} Dates are in UTC${hours > 0 ? "+" : ""}${hours}.`);
  },
};

export const queryQuestions = [unknownInquiry, inquiryBeforePayment, inquiryAfterPayment, search, dates];
