import { finalRecordOf } from "@/lib/checkout/redirect/final-record";
import { type FinalRecord, redirectOf } from "@/lib/checkout/redirect/redirect";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { failuresMax } from "@/lib/checkout/session/session-endings";
import { readCheckoutToken } from "@/lib/checkout/session/session-token";
import {
  findAttempt,
  findSession,
  isOrderBusy,
  isOrderPaid,
  noteOnce,
  readSessionTime,
  type SessionRow,
} from "@/lib/checkout/session/store";
import type { CheckoutMethod, MoneyState, Notice } from "@/lib/checkout/vocabulary";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { day } from "@/lib/kit/clock";
import { notFound } from "@/lib/kit/errors";
import { formatMinor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import { orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";
import { type Simulation, simulationDefault } from "@/lib/reference/simulation";
import { shownAmount } from "@/lib/transactions/record";
import { isBeingReturned } from "@/lib/transactions/refunds/platform-refund-store";
import { noticeOf } from "./notices";
import { supportOf } from "./support-contact";
import type { SessionView } from "./view-contract";

/** The session behind a token, as it stands now by its own clock. */
export async function findByToken(token: string): Promise<{ session: SessionRow; now: Date } | null> {
  const id = readCheckoutToken(token);
  const session = id ? await findSession(id) : null;
  return session ? { session, now: await readSessionTime(session.id) } : null;
}

export async function findByTokenOrThrow(token: string) {
  const found = await findByToken(token);
  if (!found) throw notFound();
  return found;
}

/** What the page shows. A session whose time is over is ended first, should the worker not have been there yet. */
export async function viewOf(sessionId: string): Promise<SessionView> {
  const now = await readSessionTime(sessionId);
  let session = await loadSession(sessionId);
  if (session.state !== "finalised" && session.state !== "finalising" && now >= session.expiresAt) {
    await advanceSession(sessionId, { type: "expire" });
    session = await loadSession(sessionId);
  }
  return toView(session, now);
}

async function loadSession(id: string): Promise<SessionRow> {
  const session = await findSession(id);
  if (!session) throw notFound();
  return session;
}

async function toView(session: SessionRow, now: Date): Promise<SessionView> {
  const { account, total, customerFee, currency } = session;
  const shop = new URL(session.responseUrl);
  return {
    state: session.state,
    purpose: session.purpose,
    method: session.method as CheckoutMethod,
    environment: session.environment,
    transaction_id: session.transactionId,
    order_id: session.orderId,
    merchant: {
      name: account.settings?.displayName ?? `${account.firstName} ${account.lastName}`,
      support: supportOf(account.settings?.supportContact ?? null),
      picture: account.picture && `/pictures/${account.picture.id}`,
    },
    currency,
    total: shownAmount(session, total),
    fee: formatMinor(customerFee),
    amount: shownAmount(session, total + customerFee),
    avs: session.avs,
    asks_email: asksEmail(session),
    money: await moneyOf(session),
    remaining_ms: Math.max(0, session.expiresAt.getTime() - now.getTime()),
    duration_ms: session.expiresAt.getTime() - session.acceptedAt.getTime(),
    is_clock_stopped: session.clockStoppedAt !== null,
    confirming_ms: await confirmingMs(session, now),
    notice: await noticeFor(session),
    tries_left: Math.max(0, failuresMax - session.failures),
    card_type: session.cardType as CardNetwork | null,
    stored_card: storedCardOf(session),
    shop_url: `${shop.origin}/`,
    frame_origins: frameOriginsOf(session),
    result: await resultOf(session, now),
  };
}

/** Of a stored card there is nothing more to ask than its code. */
export const asksEmail = ({ purpose, email }: SessionRow): boolean => purpose !== "card_charge" && email === null;

function storedCardOf({ chargedCard }: SessionRow): SessionView["stored_card"] {
  if (!chargedCard) return null;
  const { cardNetwork, pan, expiryMonth, expiryYear } = chargedCard;
  const expiry = `${String(expiryMonth).padStart(2, "0")}/${String(expiryYear).slice(-2)}`;
  return { network: cardNetwork as CardNetwork, last4: pan.slice(-4), expiry };
}

/** What the last try is told: on the form, where another is possible, and with a result that it led to. */
async function noticeFor(session: SessionRow): Promise<Notice | null> {
  const { state, lastCode, code, ending } = session;
  // A customer who left wants to be back at the shop, not to read on.
  const told = state === "hosted" ? lastCode : state === "finalised" && ending !== "left" ? code : null;
  // The other window may have come to an end: it paid this total, or there is nothing in the way any more.
  if (told === orderBusyCode && !(await isOrderBusy(session)))
    return (await isOrderPaid(session.id)) ? noticeOf(orderPaidCode) : null;
  return told ? noticeOf(told) : null;
}

/** The page may be framed by the shop it returns to and by the origins the merchant registered; in live by https alone. */
export function frameOriginsOf({ responseUrl, account, environment }: SessionRow): string[] {
  const registered = account.settings?.frameOrigins ?? [];
  const allowed = registered.filter((origin) => environment === "sandbox" || origin.startsWith("https:"));
  return [...new Set([new URL(responseUrl).origin, ...allowed])];
}

/** Derived from the record, never from what a browser says. */
async function moneyOf({ id, state, status, attemptId, failures, lastCode }: SessionRow): Promise<MoneyState> {
  if (state === "authorising" || state === "finalising") return "confirming";
  if (status === "success") return "charged";
  const wasTried = attemptId !== null || failures > 0 || lastCode !== null;
  return wasTried && (await isBeingReturned(id)) ? "returning" : "not_charged";
}

async function confirmingMs({ state, attemptId }: SessionRow, now: Date): Promise<number> {
  if ((state !== "authorising" && state !== "finalising") || !attemptId) return 0;
  const attempt = await findAttempt(attemptId);
  return attempt ? Math.max(0, now.getTime() - attempt.calledAt.getTime()) : 0;
}

/** Checkout addresses stay in histories and logs: a result that is older is not handed out with its hash and signature. */
const handedOverFor = day;

async function resultOf(session: SessionRow, now: Date): Promise<SessionView["result"]> {
  const record = finalRecordOf(session);
  if (!record) return null;
  const isOld = now.getTime() - record.finalisedAt.getTime() >= handedOverFor;
  const redirect = isOld ? null : await handOver(session, record, now);
  return { status: record.status, is_expired: session.ending === "expired", redirect };
}

/** The redirect, built only now that there is a result; that it was handed over is noted once. */
async function handOver(session: SessionRow, record: FinalRecord, now: Date): Promise<string> {
  const secrets = await merchantSecrets(session.accountNumber, session.environment);
  const { url, isDataLeftOut } = redirectOf(record, secrets);
  if (session.handedOverAt === null) {
    const detail = isDataLeftOut ? { dataLeftOut: true } : {};
    await noteOnce(session.id, "handedOverAt", now, { type: "redirect_handed_over", detail });
  }
  return url;
}

export function simulationOf({ simulation }: Pick<SessionRow, "simulation">): Simulation {
  return { ...simulationDefault, ...(simulation as Partial<Simulation> | null) };
}
