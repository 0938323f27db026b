import { paymentRequestBody } from "@/lib/checkout/contract";
import { moveClock, simulate } from "@/lib/checkout/page/sandbox-controls";
import { setClock } from "@/lib/checkout/page/sandbox-store";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { answerChallenge } from "@/lib/checkout/pay/answer-challenge";
import type { Client, PayBody } from "@/lib/checkout/pay/parse-payment";
import { submitPayment } from "@/lib/checkout/pay/submit-payment";
import { requestPayment } from "@/lib/checkout/request/request-payment";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { readCheckoutToken, returnToken } from "@/lib/checkout/session/session-token";
import { expireSessions, inquireAttempts, voidAttempts } from "@/lib/checkout/session/settle-sessions";
import { readSessionTime } from "@/lib/checkout/session/store";
import { db } from "@/lib/db/client";
import { challengePath } from "@/lib/gateway/sandbox/challenge-form";
import { answerSandboxChallenge as answerBank } from "@/lib/gateway/sandbox/challenge-page";
import { newUlid } from "@/lib/kit/ids";
import type { Simulation } from "@/lib/reference/simulation";
import { processPlatformRefunds } from "@/lib/transactions/refunds/process-platform-refunds";
import { processRefunds } from "@/lib/transactions/refunds/process-refunds";
import { openTestAccount } from "@/tests/support/http/accounts";
import { formOf } from "@/tests/support/http/bank";

/** Checkout sessions for tests: driven by the use-cases that the routes call, judged by the rows they leave. */

export const cards = {
  approved: "4111111111111111",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  lost: "4000000000009987",
  stolen: "4000000000009979",
  challenged: "4000000000003220",
  challengedThenDeclined: "4000008400001629",
  addressFails: "4000000000000010",
  streetFails: "4000000000000028",
  zipFails: "4000000000000036",
  addressUnavailable: "4000000000000044",
  slow: "4000000000000341",
  silentThenApproved: "4000000000000358",
  silentThenDeclined: "4000000000000366",
  silent: "4000000000000374",
} as const;

let numbers = 0;

/** An unused card number, with its check digit. */
export function freshCard(): string {
  numbers += 1;
  const body = `42424242${String(numbers).padStart(7, "0")}`;
  const digits = [...body].map(Number).reverse();
  const sum = digits.reduce(
    (total, digit, place) => total + (place % 2 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
}

type Settings = { refusesPaidOrders?: boolean; allowsMoreTime?: boolean };

export async function openShop(settings: Settings = {}): Promise<Merchant> {
  const { accountNumber } = await openTestAccount();
  await db().merchantSettings.upsert({
    where: { accountNumber },
    create: { accountNumber, ...settings },
    update: settings,
  });
  const merchant = await findMerchant(accountNumber);
  if (!merchant) throw new Error("An account was opened and is not there.");
  return merchant;
}

export type Order = { orderId?: string; avs?: boolean; data?: string; total?: string; currency?: "TTD" | "USD" };
export type TestSession = { id: string; token: string; transactionId: string; orderId: string };

/** A payment request as a shop sends it, and the session it opens. */
export async function requestSession(shop: Merchant, order: Order = {}) {
  const { orderId = newUlid(), avs = false, data, total = "10.00", currency = "TTD" } = order;
  const body = paymentRequestBody.parse({
    account_number: shop.accountNumber,
    country_code: "TT",
    currency,
    environment: "sandbox",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: orderId,
    origin: "tests",
    response_url: "https://shop.example/return?cart=7",
    total,
    email: "ada@example.com",
    avs: avs ? "1" : "0",
    data,
  });
  const { url, transaction_id: transactionId } = await requestPayment(shop, body);
  const token = url.split("/").at(-1) ?? "";
  return { id: readCheckoutToken(token) ?? "", token, transactionId, orderId } satisfies TestSession;
}

/** The same, with its clock stopped at once: nothing happens in it but what a test does. */
export async function openSession(shop: Merchant, order: Order = {}): Promise<TestSession> {
  const session = await requestSession(shop, order);
  await setClock(session.id, 0, true);
  return session;
}

/** Moves the session's time on. A stopped clock stays stopped. */
export const pass = ({ token }: TestSession, milliseconds: number): Promise<SessionView> =>
  moveClock(token, { advance_ms: String(milliseconds) });

/**
 * To this many milliseconds before (−) or after (+) the moment the session expires, unseen: moveClock
 * reads the session, and reading an overdue session ends it.
 */
export async function passUntilExpiry(session: TestSession, milliseconds: number): Promise<void> {
  const { expiresAt } = await recordOf(session);
  const now = await readSessionTime(session.id);
  await setClock(session.id, expiresAt.getTime() - now.getTime() + milliseconds, true);
}

export const behave = ({ token }: TestSession, simulation: Partial<Simulation>) => simulate(token, simulation);

export const testClient: Client = { address: "203.0.113.7", userAgent: "test", accept: "text/html", language: "en" };

/** The form as the page sends it, with an address, so that AVS can be on. */
export const formWith = (card: string): PayBody => ({
  card_number: card,
  expiry: "12/39",
  cvc: "123",
  card_name: "Ada Lovelace",
  country: "BB",
  address1: "1 Bay Street",
  city: "Bridgetown",
  state: "BB-08",
  zipcode: "BB11000",
});

export const pay = ({ token }: TestSession, card: string, client: Partial<Client> = {}): Promise<SessionView> =>
  submitPayment(token, formWith(card), { ...testClient, ...client });

/** What the bank posts to the shop once the customer did this on its page. */
export async function visitBank(attemptId: string, visit: "pass" | "fail" | "cancel"): Promise<Record<string, string>> {
  const key = challengePath(attemptId).split("/").at(-1) ?? "";
  const done = { pass: { code: "123456" }, fail: { code: "000000" }, cancel: { action: "cancel" } }[visit];
  let response = await answerBank(key, done);
  for (let more = 0; visit === "fail" && more < 2; more++) response = await answerBank(key, done);
  return formOf(await response.text()).fields;
}

/** The bank's page sends the customer's browser back to us. */
export async function returnFromBank(attemptId: string, visit: "pass" | "fail" | "cancel" = "pass"): Promise<void> {
  await answerChallenge(returnToken({ attemptId, step: 1 }), await visitBank(attemptId, visit));
}

/** One round of the worker. */
export async function sweep(): Promise<void> {
  await expireSessions();
  await inquireAttempts();
  await voidAttempts();
  await processRefunds();
  await processPlatformRefunds();
}

export const recordOf = ({ id }: TestSession) => db().checkoutSession.findUniqueOrThrow({ where: { id } });

export const attemptsOf = ({ id }: TestSession) =>
  db().attempt.findMany({ where: { sessionId: id }, orderBy: [{ startedAt: "asc" }, { id: "asc" }] });

export async function lastAttemptOf(session: TestSession): Promise<string> {
  const { attemptId } = await recordOf(session);
  if (!attemptId) throw new Error("This session has not tried a card yet.");
  return attemptId;
}

/** The lines of the timeline, in their order. */
export async function timelineOf({ id }: TestSession): Promise<string[]> {
  const events = await db().sessionEvent.findMany({ where: { sessionId: id }, orderBy: { id: "asc" } });
  return events.map(({ type }) => type);
}

/** Charges of these sessions that hold a customer's money, by the acquirer's own books. */
export async function moneyHeldBy(...sessions: TestSession[]): Promise<string[]> {
  const attempts = await db().attempt.findMany({ where: { sessionId: { in: sessions.map(({ id }) => id) } } });
  const charges = await db().sandboxCharge.findMany({
    where: {
      id: { in: attempts.map(({ id }) => id) },
      code: "00",
      voidedAt: null,
      OR: [{ challenge: "none" }, { challenge: "passed", completedAt: { not: null } }],
    },
  });
  // A charge that was refunded in full holds nothing any more.
  return charges.filter(({ amount, refunded }) => refunded < amount).map(({ id }) => id);
}

/** For `expect.poll`: looks often, and waits as long as a busy machine may need. */
export const patiently = { interval: 5, timeout: 10_000 };

/** Whether the gateway has the charge in its books: only from then on does its own delay run. */
export async function isAsked({ id }: TestSession): Promise<boolean> {
  const { attemptId } = await db().checkoutSession.findUniqueOrThrow({ where: { id } });
  return attemptId !== null && (await db().sandboxCharge.count({ where: { id: attemptId } })) === 1;
}
