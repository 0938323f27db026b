import { followForms } from "@/emulator/base/form-follower";
import { observe } from "@/emulator/certify/exchange";
import { Unanswered } from "@/emulator/certify/question";
import { TestAccount } from "@/emulator/certify/test-account";
import { maskedNumber, type TestCard } from "@/emulator/certify/test-card";
import { returnUrl, visitBank } from "@/emulator/certify/visit-bank";
import { challengePage, methodPage } from "@/lib/gateway/mpgs/bank-pages";
import { needsCapture } from "@/lib/gateway/mpgs/profile";
import { listReported } from "@/lib/gateway/mpgs/queries/history";
import { callMpgs, type MpgsCall, paymentLimitMs, preparationLimitMs } from "@/lib/gateway/mpgs/transport/transport";
import { readGatewaySession } from "@/lib/gateway/mpgs/wire/answers";
import { declineCodeOf } from "@/lib/gateway/mpgs/wire/codes";
import {
  authenticateBody,
  captureBody,
  initiateBody,
  orderPath,
  payerFacts,
  paymentBody,
  refundBody,
  sessionBody,
  transactionIds,
  transactionPath,
  voidBody,
} from "@/lib/gateway/mpgs/wire/requests";
import type { SearchPeriod } from "@/lib/gateway/operations";
import type { AuthoriseRequest } from "@/lib/gateway/port";
import { newUlid } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import { describeReply, type Reply, replyOf } from "./exchange";
import { type Expiry, expiries } from "./test-cards";

/** A payment whose card is in a session of the gateway. */
export type Sale = { orderId: string; amount: Minor; sessionId: string; request: AuthoriseRequest };
/** How 3DS ended. The product also pays with a card that takes no part. */
export type AuthenticationEnd = { kind: "passed" | "unsupported" | "failed"; words: string };

type SaleOptions = { expiry?: Expiry };
type PayOptions = { isAuthenticated?: boolean; email?: string };

const securityCodes = { matching: "100", matchingAmex: "1000" } as const;
/** Address and postal code match. */
const matchingStreet = "X-ray St";

/** Makes test payments on a merchant account, with the requests of the product. */
export class TestProfile extends TestAccount {
  async call(sent: string, call: MpgsCall): Promise<Reply> {
    const { credentials } = this.terminal;
    const reply = replyOf(await observe((onResponse) => callMpgs(credentials, { ...call, onResponse })));
    this.record({ sent, received: describeReply(reply) });
    return reply;
  }

  #put(words: string, { orderId, transactionId }: TransactionPlace, body: object, limitMs?: number): Promise<Reply> {
    const path = transactionPath(orderId, transactionId);
    return this.call(`PUT ${path}: ${words}`, { method: "PUT", path, body, ...(limitMs && { limitMs }) });
  }

  /** Fills a session with a card, as the product does first. */
  async begin(card: TestCard, { expiry = expiries.approved }: SaleOptions = {}): Promise<Sale> {
    const amount = this.nextAmount();
    const { customer, ...asked } = this.requestFor(card, { orderId: newUlid(), amount, verifyAddress: true });
    const cvc = card.network === "amex" ? securityCodes.matchingAmex : securityCodes.matching;
    const request: AuthoriseRequest = {
      ...asked,
      customer: { ...customer, address1: matchingStreet },
      card: { ...asked.card, cvc, expiryMonth: expiry.month, expiryYear: expiry.year },
    };
    const opened = await this.call("POST /session", { method: "POST", path: "/session", body: {} });
    const session = opened.answer.kind === "processed" ? readGatewaySession(opened.answer.body) : null;
    if (!session) throw new Unanswered(`No session was created (${describeReply(opened)}).`);
    this.hide(session.id);
    const words = `PUT /session: ${this.money(amount)}, card ${maskedNumber(card)}, ${expiry.month}/${expiry.year}`;
    const path = `/session/${session.id}`;
    const filled = await this.call(words, { method: "PUT", path, body: sessionBody(request) });
    const isFilled =
      filled.answer.kind === "processed" && readGatewaySession(filled.answer.body)?.updateStatus === "SUCCESS";
    if (!isFilled) throw new Unanswered(`The session did not take the card (${describeReply(filled)}).`);
    return { orderId: request.attemptId, amount, sessionId: session.id, request };
  }

  initiate({ orderId, sessionId, request }: Sale): Promise<Reply> {
    const body = initiateBody(sessionId, request);
    return this.#put("INITIATE_AUTHENTICATION", authenticationOf(orderId), body, preparationLimitMs);
  }

  askBank({ orderId, sessionId, request }: Sale): Promise<Reply> {
    const body = authenticateBody(sessionId, payerFacts(request), { ...request, returnUrl });
    return this.#put("AUTHENTICATE_PAYER", authenticationOf(orderId), body, preparationLimitMs);
  }

  /** Runs 3DS as a payer who passes. */
  async authenticate(sale: Sale): Promise<AuthenticationEnd> {
    const initiated = await this.initiate(sale);
    const { transaction, response } = initiated.record ?? {};
    const status = transaction?.authenticationStatus;
    if (status === "AUTHENTICATION_NOT_SUPPORTED") return { kind: "unsupported", words: status };
    const isAvailable = status === "AUTHENTICATION_AVAILABLE" && response?.gatewayRecommendation === "PROCEED";
    if (!isAvailable) return { kind: "failed", words: describeReply(initiated) };
    const page = initiated.record && methodPage(initiated.record, returnUrl);
    if (page) await visitMethodPage(page);
    const asked = await this.askBank(sale);
    const isPending = asked.record?.transaction?.authenticationStatus === "AUTHENTICATION_PENDING";
    if (!isPending) return endOf(asked);
    await this.visitChallenge(sale, asked);
    return endOf(await this.inquire(sale.orderId, transactionIds.authentication));
  }

  /** Passes the bank's challenge, and returns what the browser brings back. */
  async visitChallenge({ orderId }: Sale, { record }: Reply): Promise<Record<string, string>> {
    const page = record && challengePage(record);
    if (!page) throw new Unanswered("The answer with a challenge does not say where the bank's page is.");
    const begun = performance.now();
    const fields = await visitBank(page);
    const milliseconds = Math.round(performance.now() - begun);
    const received = `the fields ${Object.keys(fields).join(", ")}, ${milliseconds} ms`;
    this.record({ sent: `3DS pages of ${orderId}`, received });
    return fields;
  }

  /** Sends the call that moves money. An account that only authorises needs a capture, too. */
  async pay({ orderId, amount, sessionId, request }: Sale, options: PayOptions = {}): Promise<Reply> {
    const { isAuthenticated = true, email = request.customer.email } = options;
    const { credentials, currency } = this.terminal;
    const captures = await needsCapture(credentials);
    const facts = payerFacts({ ...request, customer: { ...request.customer, email } });
    const body = paymentBody({ sessionId, isAuthenticated, needsCapture: captures, facts, amount, currency });
    const words = `${captures ? "AUTHORIZE" : "PAY"} ${this.money(amount)}`;
    const reply = await this.#put(words, { orderId, transactionId: transactionIds.payment }, body, paymentLimitMs);
    if (mayHoldMoney(reply)) this.noteCharge({ identifier: orderId, amount });
    if (!captures || !isApproved(reply)) return reply;
    const place = { orderId, transactionId: transactionIds.capture };
    const captured = await this.#put("CAPTURE", place, captureBody({ amount, currency }), paymentLimitMs);
    return isApproved(captured) ? reply : captured;
  }

  async payApproved(card: TestCard, options: SaleOptions = {}): Promise<Sale & { payment: Reply }> {
    const sale = await this.begin(card, options);
    const { kind, words } = await this.authenticate(sale);
    if (kind !== "passed") throw new Unanswered(`3DS did not pass (${words}).`);
    const payment = await this.pay(sale);
    if (!isApproved(payment)) throw new Unanswered(`The payment was not approved (${describeReply(payment)}).`);
    return { ...sale, payment };
  }

  /** Reads an order, or one of its transactions. */
  inquire(orderId: string, transactionId?: string): Promise<Reply> {
    const path = transactionId === undefined ? orderPath(orderId) : transactionPath(orderId, transactionId);
    return this.call(`GET ${path}`, { method: "GET", path });
  }

  /** Voids what took the money. */
  async voidLast(orderId: string): Promise<Reply> {
    const captures = await needsCapture(this.terminal.credentials);
    return this.void(orderId, captures ? transactionIds.capture : transactionIds.payment);
  }

  void(orderId: string, target: string): Promise<Reply> {
    return this.#put(`VOID of ${target}`, { orderId, transactionId: newUlid() }, voidBody(target));
  }

  refund(orderId: string, amount: Minor): Promise<Reply> {
    const body = refundBody({ amount, currency: this.terminal.currency });
    return this.#put(`REFUND ${this.money(amount)}`, { orderId, transactionId: newUlid() }, body);
  }

  /** Asks the reporting service, as the daily comparison does. */
  async list(period: SearchPeriod) {
    const { credentials } = this.terminal;
    const reply = await observe((onResponse) => listReported(credentials, period, onResponse));
    const { answer, response, milliseconds } = reply;
    const rows = answer.kind === "found" ? `${answer.transactions.length} transactions` : answer.kind;
    const status = response ? `HTTP ${response.status}, ` : "";
    this.record({ sent: "GET history", received: `${status}${rows}, ${milliseconds} ms` });
    return reply;
  }
}

type TransactionPlace = { orderId: string; transactionId: string };

const authenticationOf = (orderId: string): TransactionPlace => ({
  orderId,
  transactionId: transactionIds.authentication,
});

export const isApproved = ({ record }: Reply): boolean =>
  record?.result === "SUCCESS" && record.response?.gatewayCode === "APPROVED";

/** Whether the card's bank, or the gateway for it, certainly refused the payment. */
export function isDeclined({ record }: Reply): boolean {
  const { gatewayCode, acquirerCode } = record?.response ?? {};
  const isRefused = declineCodeOf({ gatewayCode, acquirerCode, isAuthenticated: true }) !== null;
  return record?.result === "FAILURE" && isRefused;
}

const mayHoldMoney = (reply: Reply): boolean =>
  reply.answer.kind === "silent" || (reply.answer.kind === "processed" && !isDeclined(reply));

function endOf(reply: Reply): AuthenticationEnd {
  const { transaction, response } = reply.record ?? {};
  const status = transaction?.authenticationStatus ?? "";
  const isPassed =
    ["AUTHENTICATION_SUCCESSFUL", "AUTHENTICATION_ATTEMPTED"].includes(status) &&
    response?.gatewayRecommendation === "PROCEED";
  return { kind: isPassed ? "passed" : "failed", words: status || describeReply(reply) };
}

/** Lets the bank look at the browser. 3DS goes on without it, too. */
async function visitMethodPage(html: string): Promise<void> {
  const isReturn = ({ href }: URL) => href.startsWith(returnUrl);
  await followForms(html, { beginsInFrame: true, isReturn, answer: () => ({}) }).catch(() => null);
}
