import { createHash, createHmac } from "node:crypto";
import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { currentSecrets, type MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { inLanguage, isLinkPage, receiptUrl } from "@/lib/kit/own-pages";
import type { TimelineStep } from "@/lib/timeline/steps";
import { debited } from "@/lib/transactions/record";
import { messageOf, type ResultStatus } from "@/lib/transactions/result";

/** The result of a session, from which the redirect to the shop is built. Only this file builds redirects. */
export type FinalRecord = Pick<SessionRow, FinalColumn> & {
  status: ResultStatus;
  code: string;
  finalisedAt: Date;
  /** The card that the session stored, or null. */
  createdCard: { uuid: string } | null;
  compatibility: Compatibility;
  /** The page of ours to which the payer of a payment link returns. It gets no result, because no shop reads it. */
  ownReturn: string | null;
};

/** `total` is that of the payment request, without the customer's fee. */
type FinalColumn =
  | ("purpose" | "environment" | "transactionId" | "orderId" | "currency" | "total" | "customerFee" | "feeStructure")
  | ("firstName" | "lastName" | "card" | "data" | "responseUrl");

/** Merchant settings for shops whose code was written for another payment service. */
export type Compatibility = {
  /** The redirect contains `data` as a JSON-encoded string. */
  encodesData: boolean;
  /** The redirect contains the parameter `customer_name`. */
  sendsCustomerName: boolean;
};

/**
 * All combinations of the settings. A redirect may have been sent with settings that the merchant has changed since.
 */
export const everyCompatibility: readonly Compatibility[] = [
  { encodesData: false, sendsCustomerName: false },
  { encodesData: true, sendsCustomerName: false },
  { encodesData: false, sendsCustomerName: true },
  { encodesData: true, sendsCustomerName: true },
];

/** The result of a session in the form that the redirect needs, or null while the session has no result. */
export function finalRecordOf(session: SessionRow): FinalRecord | null {
  const { status, code, finalisedAt, account } = session;
  if (!status || !code || !finalisedAt) return null;
  const compatibility = {
    encodesData: account.settings.encodesData,
    sendsCustomerName: account.settings.sendsCustomerName,
  };
  return { ...session, status, code, finalisedAt, compatibility, ownReturn: ownReturnOf(session) };
}

/** After a success, the payer gets the receipt. After a failure, the page of the link can be opened again. */
function ownReturnOf({ id, paymentLinkId, responseUrl, status, language }: SessionRow): string | null {
  if (!paymentLinkId || !isLinkPage(responseUrl)) return null;
  return status === "success" ? receiptUrl(id, language) : inLanguage(responseUrl, language);
}

const addressBytesMax = 7_500;

/**
 * The hash of a payment. It is MD5, because existing shop plugins compute MD5. It covers the requested total, which the
 * shop has stored.
 */
export function hashOf(transactionId: string, total: Minor, hashKey: string): string {
  return createHash("md5")
    .update(`${transactionId}${formatMinor(total)}${hashKey}`)
    .digest("hex");
}

/** The name of the signature parameter. It is not `signature`, because shops use that name for their own parameters. */
export const signatureName = "tw_signature";

/** HMAC-SHA256 over the query string of all our other parameters, sorted by name. */
export function signatureOf(parameters: Readonly<Record<string, string>>, signingSecret: string): string {
  const sorted = Object.entries(parameters).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHmac("sha256", signingSecret).update(new URLSearchParams(sorted).toString()).digest("hex");
}

function resultParameters(record: FinalRecord, secrets: MerchantSecrets): Record<string, string> {
  const parameters = record.purpose === "card_create" ? cardParameters(record) : paymentParameters(record, secrets);
  return { ...parameters, [signatureName]: signatureOf(parameters, secrets.signingSecret) };
}

/**
 * The redirect parameters after storing a card. In live they omit the amount, because the cardholder verifies the card
 * with it.
 */
function cardParameters(record: FinalRecord): Record<string, string> {
  return {
    ...outcomeOf(record),
    ...(record.createdCard && { uuid: record.createdCard.uuid }),
    ...(record.environment === "sandbox" && { total: formatMinor(debited(record)) }),
  };
}

function paymentParameters(record: FinalRecord, secrets: MerchantSecrets): Record<string, string> {
  const customerName = [record.firstName, record.lastName].filter(Boolean).join(" ");
  return {
    ...outcomeOf(record),
    order_id: record.orderId,
    total: formatMinor(debited(record)),
    currency: record.currency,
    fee_structure: record.feeStructure,
    ...(record.card !== null && { card: record.card }),
    date: record.finalisedAt.toISOString().slice(0, 19).replace("T", " "),
    ...(record.data !== null && { data: encodeData(record.data, record.compatibility) }),
    ...(record.compatibility.sendsCustomerName && { customer_name: customerName }),
    // Only a success has a hash. The hash does not cover the status, so the hash of a failure could be replayed as a
    // success.
    ...(record.status === "success" && { hash: hashOf(record.transactionId, record.total, secrets.hashKey) }),
  };
}

function outcomeOf({ status, transactionId, code }: FinalRecord): Record<string, string> {
  const message = messageOf(code);
  const reason = status === "success" ? {} : { reasonDescription: message };
  return { status, transaction_id: transactionId, message, ...reason };
}

export const encodeData = (data: string, { encodesData }: Pick<Compatibility, "encodesData">): string =>
  encodesData ? JSON.stringify(data) : data;

export type Redirect = { url: string; isDataLeftOut: boolean };

/** Builds the redirect URL. Omits `data` if the URL would be too long for web servers. The record keeps `data`. */
export function redirectOf(record: FinalRecord, secrets: MerchantSecrets): Redirect {
  if (record.ownReturn) return { url: record.ownReturn, isDataLeftOut: false };
  const url = withParameters(record.responseUrl, resultParameters(record, secrets), oursOf(record));
  if (isShortEnough(url) || record.data === null) return { url, isDataLeftOut: false };
  return { url: redirectOf({ ...record, data: null }, secrets).url, isDataLeftOut: true };
}

/** What an error return gives back to the shop. `customerName` is absent unless the merchant's setting is on. */
export type Echoed = { orderId: string | null; data: string | null; customerName?: string | null };

/**
 * The unsigned redirect URL of a refused payment request. It returns order id and `data`, but omits `data` if the URL
 * would be too long.
 */
export function errorReturnOf(responseUrl: string, message: string, echoed: Echoed): string {
  const { orderId, data, customerName = null } = echoed;
  const parameters = {
    status: "error",
    reasonDescription: message,
    message,
    ...(orderId !== null && { order_id: orderId }),
    ...(customerName !== null && { customer_name: customerName }),
  };
  const replaced = customerName === null ? ours : oursWithName;
  const url = withParameters(responseUrl, { ...parameters, ...(data !== null && { data }) }, replaced);
  return isShortEnough(url) ? url : withParameters(responseUrl, parameters, replaced);
}

/**
 * Counts the bytes of the URL as sent, because percent-encoding lengthens non-ASCII characters in the merchant's part
 * of the URL.
 */
const isShortEnough = (url: string): boolean => Buffer.byteLength(new URL(url).href) <= addressBytesMax;

/**
 * Parameter names that are reserved for us, even in redirects without them. A merchant's parameter must never be
 * mistaken for ours.
 */
const ours: ReadonlySet<string> = new Set([
  ...["status", "transaction_id", "message", "order_id", "total", "currency", "fee_structure", "card", "date", "data"],
  ...["hash", signatureName, "reasonDescription"],
]);
const oursWithName: ReadonlySet<string> = new Set([...ours, "customer_name"]);

/**
 * `uuid` and `customer_name` are our parameters only in some redirects. In all other redirects they belong to the
 * merchant.
 */
export function oursOf({
  purpose,
  compatibility,
}: Pick<FinalRecord, "purpose" | "compatibility">): ReadonlySet<string> {
  if (purpose === "card_create") return new Set([...ours, "uuid"]);
  return compatibility.sendsCustomerName ? oursWithName : ours;
}

/**
 * Appends our parameters to the merchant's URL. The merchant's own parameters stay unchanged, but those with one of our
 * names are removed.
 */
export function withParameters(
  address: string,
  parameters: Readonly<Record<string, string>>,
  replaced: ReadonlySet<string> = ours,
): string {
  const [beforeFragment = "", ...fragments] = address.split("#");
  const fragment = fragments.length > 0 ? `#${fragments.join("#")}` : "";
  const cut = beforeFragment.indexOf("?");
  const path = cut < 0 ? beforeFragment : beforeFragment.slice(0, cut);
  const own = cut < 0 ? [] : beforeFragment.slice(cut + 1).split("&");
  const kept = own.filter((pair) => pair && !replaced.has(nameOf(pair)));
  return `${path}?${[...kept, new URLSearchParams(parameters).toString()].join("&")}${fragment}`;
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? "";
}

/** The timeline step of a page that receives the redirect. */
export const handOverStep = ({ isDataLeftOut }: Pick<Redirect, "isDataLeftOut">): TimelineStep => ({
  type: "redirect_handed_over",
  detail: isDataLeftOut ? { dataLeftOut: true } : {},
});

/**
 * The step for a session that is just getting its result. Null if the redirect cannot be built yet: without a result or
 * keys, and before the card of the session is stored.
 */
export function handOverOf(session: SessionRow): TimelineStep | null {
  const record = finalRecordOf(session);
  if (!record || !session.keys || session.purpose === "card_create") return null;
  return handOverStep(redirectOf(record, currentSecrets(session.keys)));
}
