import { afterEach, beforeAll, expect } from "vitest";
import { type Emulator, firstEmulator } from "@/emulator/emulators";
import {
  closeBreaker,
  type Running,
  type Startable,
  startEmulatorForFile,
  type Visit,
  visitGateway,
} from "@/emulator/testing/emulator-for-file";
import { paymentRequestBody } from "@/lib/checkout/contract";
import { setClock } from "@/lib/checkout/page/sandbox-store";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { answerChallenge, findChallengePage } from "@/lib/checkout/pay/answer-challenge";
import type { PayBody } from "@/lib/checkout/pay/parse-payment";
import { submitPayment } from "@/lib/checkout/pay/submit-payment";
import { requestPayment } from "@/lib/checkout/request/request-payment";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { readCheckoutToken, returnToken } from "@/lib/checkout/session/session-token";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { browserStepsMax } from "@/lib/gateway/port";
import { now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { openTestAccount } from "@/tests/support/http/accounts";
import { freshAddress } from "@/tests/support/http/client";
import { formWith, lastAttemptOf, recordOf, sweep, type TestSession, testClient } from "./checkout";
import { dropConstraintForFile } from "./worker-database";

/** Live sessions for tests, at the gateway emulator. */

/** Lets the clocks of live sessions move in a database. The product forbids it, because live time is real time. */
export async function letLiveClocksMove(): Promise<void> {
  await query(sql`ALTER TABLE checkout_session DROP CONSTRAINT checkout_session_clock_check`);
}

/** The same in the database of the worker, for the tests of a file. */
export const letLiveClocksMoveForFile = () => dropConstraintForFile("checkout_session", "checkout_session_clock_check");

/** What tests see of a charge at any emulator. */
type ShownCharge = {
  transactionIdentifier: string;
  /** What the payer has lost by now. */
  held: string;
  /** How many times money moved. */
  chargeCount: number;
  refunds: readonly object[];
  voidCount: number;
};

/** What tests need of a running emulator, whatever gateway it emulates. */
export type LiveEmulator = Running & {
  state(): { transactions: readonly ShownCharge[]; violations: readonly object[]; faults: readonly object[] };
  dropSockets(): void;
  advanceClock(milliseconds: number): void;
};

/** Starts the first emulator and opens a live shop for the tests of a file. No test may break the protocol. */
export const startLiveTests = (): LiveTests<Emulator> => startLiveTestsAt(firstEmulator);

type LiveTests<Started> = { emulator: () => Started; shop: () => Merchant };

/** The same for another emulator. */
export function startLiveTestsAt<Started extends LiveEmulator>(definition: Startable<Started>): LiveTests<Started> {
  const emulator = startEmulatorForFile(definition);
  letLiveClocksMoveForFile();
  let shop: Merchant | undefined;
  beforeAll(async () => {
    shop = await openLiveShop();
  });
  afterEach(() => {
    expect(emulator().state().violations).toEqual([]);
  });
  return {
    emulator,
    shop() {
      if (!shop) throw new Error("The shop is not open yet.");
      return shop;
    },
  };
}

/** Drops the sockets that a fault holds open, so that calls end without an answer and tests need not wait. */
export async function droppingSockets<Result>(
  emulator: Pick<LiveEmulator, "dropSockets">,
  work: Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => emulator.dropSockets(), 20);
  return work.finally(() => clearInterval(timer));
}

export async function openLiveShop(): Promise<Merchant> {
  const { accountNumber } = await openTestAccount();
  await db().account.update({ where: { accountNumber }, data: { verifiedAt: now(), livePlatforms: ["TT"] } });
  const merchant = await findMerchant(accountNumber);
  if (!merchant) throw new Error("An account was opened and is not there.");
  return merchant;
}

export type LiveOrder = { orderId?: string; avs?: boolean; currency?: "TTD" | "USD" };

/** Opens a session and stops its clock, so that only the test moves it. */
export async function openLiveSession(shop: Merchant, order: LiveOrder = {}): Promise<TestSession> {
  const { orderId = newUlid(), avs = false, currency = "TTD" } = order;
  const body = paymentRequestBody.parse({
    account_number: shop.accountNumber,
    country_code: "TT",
    currency,
    environment: "live",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: orderId,
    origin: "tests",
    response_url: "https://shop.example/return?cart=7",
    total: "10.00",
    email: "ada@example.com",
    avs: avs ? "1" : "0",
  });
  const { url, transaction_id: transactionId } = await requestPayment(shop, body);
  const token = url.split("/").at(-1) ?? "";
  const session = { id: readCheckoutToken(token) ?? "", token, transactionId, orderId };
  await setClock(session.id, 0, true);
  return session;
}

/** Sends the payment form with a card. Every call has another address, so that the card testing guard stays quiet. */
export const submitLive = ({ token }: TestSession, card: string, fields: Partial<PayBody> = {}): Promise<SessionView> =>
  submitPayment(token, { ...formWith(card), ...fields }, { ...testClient, address: freshAddress() });

/**
 * Visits the bank's pages, one after the other, and returns to the checkout from each. Does nothing if the session
 * shows no page of the bank.
 */
export async function visitLive(session: TestSession, visit: Visit = "pass"): Promise<void> {
  for (let step = 1; step <= browserStepsMax; step++) {
    const html = await findChallengePage(session.token);
    const posted = html && (await visitGateway(html, visit));
    if (!posted) return;
    await answerChallenge(returnToken({ attemptId: await lastAttemptOf(session), step }), posted.fields);
  }
}

/** Pays with a card as a payer does: the form, the bank's pages, the return. */
export async function payLive(session: TestSession, card: string, visit: Visit = "pass"): Promise<void> {
  await submitLive(session, card);
  await visitLive(session, visit);
}

/** Moves the clocks of the session and the gateway together, and lets the worker run. */
export async function passLive(session: TestSession, emulator: LiveEmulator, seconds: number): Promise<void> {
  await setClock(session.id, seconds * second, null);
  emulator.advanceClock(seconds * second);
  // Faults of one test would open the circuit breaker for the next calls, and it closes only in real time.
  await closeBreaker(emulator);
  await sweep();
}

/** Lets time pass until nothing about the session is open any more. Returns how long its money was held in vain. */
export async function settleLive(session: TestSession, emulator: LiveEmulator, stepSeconds = 15): Promise<number> {
  let heldSeconds = 0;
  for (let step = 0; step < 200; step++) {
    if (await isQuiet(session)) return heldSeconds;
    await passLive(session, emulator, stepSeconds);
    const { status } = await recordOf(session);
    if (status !== null && status !== "success" && heldCharges(emulator).length > 0) heldSeconds += stepSeconds;
  }
  throw new Error("The session never came to rest.");
}

/** Whether the session has its result, and no inquiry, void or refund is open. */
export async function isQuiet({ id }: TestSession): Promise<boolean> {
  const [row] = await query<{ isQuiet: boolean }>(sql`
    SELECT finalised_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM attempt WHERE session_id = s.id
                      AND (void_at IS NOT NULL OR state IN ('sent', 'answering', 'unknown')))
      AND NOT EXISTS (SELECT FROM refund WHERE session_id = s.id AND ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM platform_refund WHERE session_id = s.id AND ended_at IS NULL) AS is_quiet
    FROM checkout_session s WHERE id = ${id}`);
  return row?.isQuiet === true;
}

/** Charges at the gateway that hold a payer's money. */
export const heldCharges = <Shown extends ShownCharge>(emulator: { state(): { transactions: readonly Shown[] } }) =>
  emulator.state().transactions.filter(isHeld);

export const isHeld = ({ held }: ShownCharge): boolean => held !== "0.00";
