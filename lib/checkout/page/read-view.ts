import { type FinalRecord, finalRecordOf, type Redirect, redirectOf } from "@/lib/checkout/redirect";
import { cardLinkNotice } from "@/lib/checkout/session/card-link-use";
import { linkNotice } from "@/lib/checkout/session/link-use";
import { failuresMax } from "@/lib/checkout/session/session-endings";
import { asksEmail, type SessionRow } from "@/lib/checkout/session/session-row-store";
import { findAttempt, isOrderBusy, isOrderPaid } from "@/lib/checkout/session/store";
import { timeZoneOf } from "@/lib/format/dates";
import { soldOf } from "@/lib/format/sold";
import { currentSecrets, merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { day, minute } from "@/lib/kit/clock";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { isLinkPage, receiptUrl } from "@/lib/kit/own-pages";
import { linkHeldCode, orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";
import type { MoneyState, Notice } from "@/lib/reference/stored-values";
import { hiddenAmount } from "@/lib/transactions/record";
import { isBeingReturned } from "@/lib/transactions/refunds/platform-refund-store";
import { merchantViewOf } from "./merchant-view";
import { noticeOf } from "./notices";
import { frameOriginsOf } from "./page-framing";
import type { SessionView } from "./view-contract";

/** Reads the view of a session. `redirect` is its `readRedirect`. */
export async function readView(session: SessionRow, redirect: Redirect | null): Promise<SessionView> {
  const { account, total, customerFee, currency, now } = session;
  const shop = new URL(session.responseUrl);
  return {
    state: session.state,
    purpose: session.purpose,
    method: session.method,
    environment: session.environment,
    transaction_id: session.transactionId,
    order_id: (session.paymentLinkId && session.reference) || session.orderId,
    title: boughtBy(session),
    merchant: merchantViewOf(account),
    currency,
    total: shownOnPage(session, total),
    fee: formatMinor(customerFee),
    amount: shownOnPage(session, total + customerFee),
    avs: session.avs,
    asks_email: asksEmail(session),
    money: await moneyOf(session),
    remaining_ms: Math.max(0, session.expiresAt.getTime() - now.getTime()),
    duration_ms: session.expiresAt.getTime() - session.acceptedAt.getTime(),
    can_extend: account.settings.allowsMoreTime && session.state === "hosted" && session.extendedAt === null,
    is_clock_stopped: session.clockStoppedAt !== null,
    time_zone: timeZoneOf(session.platform),
    confirming_ms: await confirmingMs(session),
    notice: await noticeFor(session),
    bank_message: await bankMessageFor(session),
    tries_left: Math.max(0, failuresMax - session.failures),
    card_type: session.cardType,
    stored_card: storedCardOf(session),
    card: cardOf(session, redirect),
    shop_url: isLinkPage(session.responseUrl) ? null : `${shop.origin}/`,
    back_to: isLinkPage(session.responseUrl) ? (session.paymentLink?.title ?? null) : null,
    frame_origins: frameOriginsOf(session),
    result: resultOf(session, redirect),
  };
}

const boughtBy = ({ paymentLink, quantity }: SessionRow) => paymentLink && soldOf({ ...paymentLink, quantity });

/** The amount of a micro-charge proves that the payer reads the card's statement. So the page never has it. */
const shownOnPage = ({ purpose }: SessionRow, amount: Minor): string =>
  purpose === "card_create" ? hiddenAmount : formatMinor(amount);

function storedCardOf({ chargedCard }: SessionRow): SessionView["stored_card"] {
  if (!chargedCard) return null;
  const { cardNetwork, pan, expiryMonth, expiryYear } = chargedCard;
  const expiry = `${String(expiryMonth).padStart(2, "0")}/${String(expiryYear).slice(-2)}`;
  return { network: cardNetwork, last4: pan.slice(-4), expiry };
}

/** The redirect contains the same digits, so the page shows them with a result as long as it has the redirect. */
function cardOf({ state, card, cardNetwork }: SessionRow, redirect: Redirect | null): SessionView["card"] {
  const isShown = state === "authorising" || state === "finalising" || redirect !== null;
  return isShown && card && cardNetwork ? { network: cardNetwork, last4: card.slice(-4) } : null;
}

/**
 * The notice about a failed attempt. The page shows it on the form, or with the result if the attempt ended the
 * session.
 */
async function noticeFor(session: SessionRow): Promise<Notice | null> {
  const { state, lastCode, code, ending } = session;
  // A customer who left returns to the shop at once and needs no notice.
  const shownCode = state === "hosted" ? lastCode : state === "finalised" && ending !== "left" ? code : null;
  // An order that was busy in another session may have been paid or become free in the meantime.
  if (shownCode === orderBusyCode && !(await isOrderBusy(session)))
    return (await isOrderPaid(session)) ? noticeOf(orderPaidCode) : null;
  if (shownCode === linkHeldCode) {
    const { paymentLinkId, quantity } = session;
    return paymentLinkId ? linkNotice(paymentLinkId, quantity ?? 1) : cardLinkNotice(session.id);
  }
  return shownCode ? noticeOf(shownCode) : null;
}

/** Banks send messages only in live. They concern the latest attempt, once it has an answer. */
async function bankMessageFor({ environment, state, attemptId }: SessionRow): Promise<string | null> {
  if (environment !== "live" || !attemptId || (state !== "hosted" && state !== "finalised")) return null;
  return (await findAttempt(attemptId))?.bankMessage ?? null;
}

/** The state of the customer's money. It is derived from the stored record, never from data that the browser sends. */
async function moneyOf({ id, state, status, attemptId, failures, lastCode }: SessionRow): Promise<MoneyState> {
  if (state === "authorising" || state === "finalising") return "confirming";
  if (status === "success") return "charged";
  const wasTried = attemptId !== null || failures > 0 || lastCode !== null;
  return wasTried && (await isBeingReturned(id)) ? "returning" : "not_charged";
}

async function confirmingMs({ state, attemptId, now }: SessionRow): Promise<number> {
  if ((state !== "authorising" && state !== "finalising") || !attemptId) return 0;
  const attempt = await findAttempt(attemptId);
  return attempt ? Math.max(0, now.getTime() - attempt.calledAt.getTime()) : 0;
}

/**
 * After this time the page no longer returns the redirect with its hash and signature, because checkout URLs stay in
 * browser histories and logs.
 */
const redirectAvailableFor = day;

export async function readRedirect(session: SessionRow): Promise<Redirect | null> {
  const record = finalRecordOf(session);
  if (!record || session.now.getTime() - record.finalisedAt.getTime() >= redirectAvailableFor) return null;
  const { keys, accountNumber, environment } = session;
  return redirectOf(record, keys ? currentSecrets(keys) : await merchantSecrets(accountNumber, environment));
}

function resultOf(session: SessionRow, redirect: Redirect | null): SessionView["result"] {
  const record = finalRecordOf(session);
  if (!record) return null;
  return {
    status: record.status,
    is_expired: session.ending === "expired",
    at: record.finalisedAt.toISOString(),
    mailed_to: mailedTo(session, record),
    redirect: redirect?.url ?? null,
    // Like the redirect, because the address of this page stays in browser histories and logs.
    receipt:
      redirect && record.status === "success" && session.purpose !== "card_create"
        ? receiptUrl(session.id, session.language)
        : null,
  };
}

/**
 * After this time the page no longer shows the payer's address, because its URL stays in browser histories and logs.
 */
const addressShownFor = 10 * minute;

/**
 * Every success causes a mail to the payer: a receipt, or the confirmation that the card is stored. The page of a
 * stored card shows nothing about the cardholder.
 */
function mailedTo({ email, chargedCard, now }: SessionRow, { status, finalisedAt }: FinalRecord): string | null {
  const isShown = status === "success" && !chargedCard && now.getTime() - finalisedAt.getTime() < addressShownFor;
  return isShown ? email : null;
}
