import { oursOf, redirectOf, signatureName, signatureOf } from "@/lib/checkout/redirect";
import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { newTransactionId, newUlid } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import { apiVersion } from "@/lib/reference/api-version";
import { type Currency, currencies } from "@/lib/reference/currencies";
import { customerDetailsOf } from "@/lib/reference/customer-details";
import type { FeeStructure } from "@/lib/reference/fees";
import { approvedCode } from "@/lib/reference/response-codes";
import { toTransactionRecord } from "@/lib/transactions/record";
import { statusOfCode } from "@/lib/transactions/result";
import { envelopeOf } from "@/lib/webhooks/body";
import { signedHeaders } from "@/lib/webhooks/signature";

/** Builds the redirects and webhooks that the kit sends to a shop. They are those of the sandbox, never of live. */

/** An order of the shop, as its payment request describes it. */
export type TestOrder = {
  orderId: string;
  transactionId: string;
  total: Minor;
  /** The customer's share of the fee. */
  customerFee: Minor;
  currency: Currency;
  feeStructure: FeeStructure;
  data: string | null;
  /** The `response_url` of its payment request, with the shop's own parameters. Null if the kit cannot read it. */
  responseUrl: string | null;
  /** The date in its results. A result that is sent twice is the same text. */
  paidAt: Date;
};

/** What a case knows when it builds its messages. */
export type Play = {
  order: TestOrder;
  /** Another order of the same shop. */
  other: TestOrder;
  returnUrl: string;
  accountNumber: string;
  secrets: MerchantSecrets;
  webhookSecret: string;
  at: Date;
};

const card = "XXXXXXXXXXXX1111";
/** Names with accents and slashes show whether a receiver verifies the raw body. */
const customer = customerDetailsOf({ firstName: "Zoë", lastName: "D’Ávila / Baptiste", email: "zoe@example.com" });

const compatibility = { encodesData: false, sendsCustomerName: false };

/** Where results of an order return to: its own `response_url`, if that is the tested one with other parameters. */
export function returnUrlOf({ returnUrl }: Play, { responseUrl }: TestOrder): string {
  const pageOf = (address: string) => address.split(/[?#]/, 1)[0];
  return responseUrl !== null && pageOf(responseUrl) === pageOf(returnUrl) ? responseUrl : returnUrl;
}

/** The redirect that the product sends for an order with this response code. */
export function resultFor(play: Play, order: TestOrder, code: string = approvedCode): string {
  const record = {
    ...order,
    purpose: "payment",
    environment: "sandbox",
    firstName: null,
    lastName: null,
    status: statusOfCode(code),
    code,
    card: statusOfCode(code) === "success" ? card : null,
    finalisedAt: order.paidAt,
    responseUrl: returnUrlOf(play, order),
    createdCard: null,
    ownReturn: null,
    compatibility,
  } as const;
  return redirectOf(record, play.secrets).url;
}

/** Replaces parameters of an address, as somebody does who edits it. Null removes a parameter. */
export function edited(address: string, changes: Readonly<Record<string, string | null>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

const ours = oursOf({ purpose: "payment", compatibility });

/** A result with other parameters of ours, and with the signature that matches them. */
export function resigned(address: string, changes: Readonly<Record<string, string>>, signingSecret: string): string {
  const result = edited(address, { ...changes, [signatureName]: null });
  const signed = [...new URL(result).searchParams].filter(([name]) => ours.has(name));
  return edited(result, { [signatureName]: signatureOf(Object.fromEntries(signed), signingSecret) });
}

/** The same parameters in the reverse order, with every character that is not a letter or digit in percent-encoding. */
export function reencoded(address: string): string {
  const url = new URL(address);
  const encode = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => (/\w/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${hexOf(byte)}`))
      .join("");
  const pairs = [...url.searchParams].reverse().map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return `${url.origin}${url.pathname}?${pairs.join("&")}`;
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

/** A transaction of the same order that the shop did not open last: an earlier attempt of the customer. */
export const otherAttempt = (order: TestOrder): TestOrder => ({
  ...order,
  transactionId: newTransactionId("sandbox"),
});

export const otherCurrencyThan = (currency: Currency): Currency =>
  currencies.find((code) => code !== currency) ?? "USD";

type EventChange = {
  /** A name of `lib/reference/events.ts`, or one that shops do not know yet. */
  event: string;
  /** The response code of the result, or null while the payment has none. */
  code: string | null;
  /** By default, the moment of the play. */
  occurredAt?: Date;
};

export type KitEvent = { id: string; body: string };

/** The webhook event about an order, as the product writes it. */
export function eventFor({ accountNumber, at }: Play, order: TestOrder, change: EventChange): KitEvent {
  const { event, code, occurredAt = at } = change;
  const id = `evt_${newUlid(occurredAt)}`;
  const data = recordOf(order, code, occurredAt);
  const envelope = envelopeOf({ id, event: knownEvent, accountNumber, environment: "sandbox", occurredAt, data });
  return { id, body: JSON.stringify({ ...envelope, event }) };
}

const knownEvent = "payment.success";

const recordOf = (order: TestOrder, code: string | null, acceptedAt: Date): Record<string, unknown> =>
  toTransactionRecord({
    ...order,
    ...customer,
    status: code === null ? null : statusOfCode(code),
    code,
    ending: null,
    paymentLinkId: null,
    quantity: null,
    origin: "my-shop",
    environment: "sandbox",
    method: "credit_card_co",
    purpose: "payment",
    merchantFee: 0n,
    card: code === approvedCode ? card : null,
    cardNetwork: null,
    cardType: null,
    createdCard: null,
    acceptedAt,
    refunds: [],
    refunded: 0n,
    chargeback: null,
    fraudConfirmedAt: null,
    avs: false,
    attempts: [],
    reference: "K7M4XP",
  });

/** The headers of a webhook. Several secrets add several signatures, as while a secret is replaced. */
export function webhookHeaders({ id, body }: KitEvent, at: Date, secrets: readonly string[]): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": `Tradewind/${apiVersion}`,
    ...signedHeaders({ id, at, body }, secrets),
  };
}
