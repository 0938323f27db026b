import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { enableLive, findAccountOrThrow, verifyAccount } from "@/lib/accounts/operate-accounts";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { withWireMethod } from "@/lib/db/checkout-method";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { passesLuhn } from "@/lib/kit/luhn";
import { challengeCode, type Simulation } from "@/lib/reference/simulation";
import { openTestAccount } from "./accounts";
import { formOf } from "./bank";
import { type CallOptions, call, freshAddress, type Reply } from "./client";

/** A merchant, its customer and a tester, who all know the product by its addresses alone. */

export const requestPath = "/plugins/payments/request";
const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
export const asBrowser = { accept: browserAccept };

export const uniqueOrder = (): string => `o${randomBytes(6).toString("hex")}`;

/** The fields of a payment request; `undefined` leaves one out. */
export type Fields = Record<string, unknown>;

export const minimalFields = (accountNumber: string, overrides: Fields = {}): Fields => ({
  account_number: accountNumber,
  country_code: "TT",
  currency: "TTD",
  environment: "sandbox",
  fee_structure: "customer_pay",
  method: "credit_card_co",
  order_id: uniqueOrder(),
  origin: "tests",
  response_url: "https://shop.example/return?cart=7",
  total: "10.00",
  email: "customer@example.com",
  ...overrides,
});

/** From a client of its own, unless the options say which. */
export function send(fields: Fields, options: CallOptions = {}): Promise<Reply> {
  return call(inject("product").roomy, "POST", requestPath, { json: fields, as: freshAddress(), ...options });
}

/** As a browser sends a form. */
export function post(fields: Fields, options: CallOptions = {}): Promise<Reply> {
  const form = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return call(inject("product").roomy, "POST", requestPath, {
    form,
    as: freshAddress(),
    ...options,
    headers: { ...asBrowser, ...options.headers },
  });
}

export type Shop = { accountNumber: string; email: string };

/** A merchant with settings of its own; verified and enabled for live payments in Trinidad where asked. */
export async function newShop(
  settings: Omit<Prisma.MerchantSettingsUncheckedCreateInput, "accountNumber"> = {},
  { isLive = false, platforms }: { isLive?: boolean; platforms?: ("BB" | "GD" | "GY" | "JM" | "TT")[] } = {},
): Promise<Shop> {
  const { accountNumber, email } = await openTestAccount(platforms ? { platforms } : {});
  await db().merchantSettings.create({ data: { accountNumber, ...settings } });
  if (isLive) {
    await verifyAccount(await findAccountOrThrow(accountNumber));
    await enableLive(await findAccountOrThrow(accountNumber), "TT");
  }
  return { accountNumber, email };
}

export const tokenOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

export const rowOf = async (transactionId: string) =>
  withWireMethod(await db().checkoutSession.findUniqueOrThrow({ where: { transactionId } }));

/** What the sandbox acquirer has in its books for a session. */
export async function chargesOf(transactionId: string) {
  const attempts = await db().attempt.findMany({ where: { session: { transactionId } } });
  return db().sandboxCharge.findMany({ where: { id: { in: attempts.map(({ id }) => id) } } });
}

export type Checkout = { token: string; transactionId: string; url: string };

/** A request that is accepted, and the page it leads to. */
export async function openCheckout(accountNumber: string, overrides: Fields = {}): Promise<Checkout> {
  const { status, body, text } = await send(minimalFields(accountNumber, overrides));
  if (status !== 200) throw new Error(`The payment request was refused: ${text}`);
  return { token: tokenOf(body.url), transactionId: body.transaction_id, url: body.url };
}

/** A card number, from all its digits but the last. */
export function withCheckDigit(digits: string): string {
  return `${digits}${[..."0123456789"].find((digit) => passesLuhn(digits + digit))}`;
}

export const cardFields = (number: string, overrides: Record<string, string> = {}): Record<string, string> => ({
  card_number: number,
  expiry: "04/31",
  cvc: /^3[47]/.test(number) ? "1234" : "123",
  card_name: "Ada Lovelace",
  ...overrides,
});

export type PageReply = Reply & { body: SessionView };

export function act(token: string, action: string, options: CallOptions = {}): Promise<PageReply> {
  const method = action === "state" || action === "challenge" ? "GET" : "POST";
  return call(inject("product").roomy, method, `/checkout/${token}/${action}`, { as: freshAddress(), ...options });
}

export const pay = (token: string, number: string, overrides?: Record<string, string>): Promise<PageReply> =>
  act(token, "pay", { json: cardFields(number, overrides) });

const control = (token: string, what: string, json: object): Promise<PageReply> =>
  call(inject("product").roomy, "POST", `/sandbox/sessions/${token}/${what}`, { json, as: freshAddress() });

export const moveClock = (token: string, json: { advance_ms?: number; stopped?: boolean }): Promise<PageReply> =>
  control(token, "clock", json);

export const simulate = (token: string, json: Partial<Simulation>): Promise<Reply> =>
  control(token, "simulation", json);

/** What the bank's page would post back to us, and where, once the customer entered the code. */
export async function visitBank(token: string, code: string = challengeCode) {
  const { roomy } = inject("product");
  const first = formOf((await act(token, "challenge", { headers: asBrowser })).text);
  const { text } = await call(roomy, "POST", first.action, { form: { action: "confirm", code }, headers: asBrowser });
  return formOf(text);
}

/** The bank sends the customer's browser back: a form from another site, which says so or hides where it comes from. */
export function returnFromBank(
  { action, fields }: { action: string; fields: Record<string, string> },
  origin = "null",
): Promise<Reply> {
  return call(inject("product").roomy, "POST", new URL(action).pathname, {
    form: fields,
    as: freshAddress(),
    headers: { ...asBrowser, origin, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
}
