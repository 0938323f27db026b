import { errorReturnOf, type FinalRecord, redirectOf, signatureOf } from "@/lib/checkout/redirect";
import type { MerchantSecrets } from "@/lib/hash-keys/merchant-keys";

/** Payments and their redirects, from which the vectors are made. */

export const secrets = { hashKey: "123", signingSecret: "sandbox-signing-secret" };
export const former = { hashKey: "former-hash-key", signingSecret: "former-signing-secret" };
export const live = { hashKey: "live-hash-key", signingSecret: "live-signing-secret" };

export const paid: FinalRecord = {
  purpose: "payment",
  environment: "sandbox",
  transactionId: "SB-01M7HCE82374AY285DHXKB6Y7K",
  orderId: "MP-10482",
  currency: "TTD",
  total: 1000n,
  customerFee: 205n,
  feeStructure: "customer_pay",
  firstName: "Zoë",
  lastName: "O'Brien & Sons",
  status: "success",
  code: "00",
  card: "XXXXXXXXXXXX1111",
  data: null,
  finalisedAt: new Date("2026-11-15T12:00:05Z"),
  responseUrl: "https://shop.example/return",
  createdCard: null,
  ownReturn: null,
  compatibility: { encodesData: false, sendsCustomerName: false },
};
export const declined = { ...paid, status: "failed", code: "51" } as const;
export const otherOrder = { ...paid, orderId: "MP-10483", transactionId: "SB-01M7HCE82374AY285DHXKB6Y8M" };
export const withData = (data: string) => ({ ...paid, data });

export const queryOf = (record: FinalRecord, by: MerchantSecrets = secrets): string =>
  new URL(redirectOf(record, by).url).search.slice(1);
export const good = queryOf(paid);
export const parametersOf = (query: string) => Object.fromEntries(new URLSearchParams(query));

/** The query of the unsigned return from a refused payment request. */
export const refusalOf = (orderId: string | null, data: string | null) =>
  new URL(errorReturnOf(paid.responseUrl, "The total is wrong.", { orderId, data })).search;

/** Changes parameters of a query without a new signature. `null` removes a parameter. */
export function changed(query: string, changes: Readonly<Record<string, string | null>>): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.toString();
}

/** Changes parameters and signs them again, as if the signing secret had leaked: only other checks can refuse them. */
export function resigned(query: string, changes: Readonly<Record<string, string>>): string {
  const { tw_signature: _signature, ...parameters } = { ...parametersOf(query), ...changes };
  const signature = signatureOf(parameters, secrets.signingSecret);
  return new URLSearchParams({ ...parameters, tw_signature: signature }).toString();
}

/** The order in the storage of the shop. */
export type Stored = {
  id: string | number;
  total: string | number;
  currency: string;
  transaction_id: string | readonly string[] | null;
  is_paid: boolean;
};
export type RedirectCase = {
  name: string;
  /** The query at the `response_url`. */
  query: string;
  /** The payment that the shop's order belongs to. Null if the shop has no such order. */
  payment?: FinalRecord | null;
  order?: Partial<Stored>;
  /** The secrets that the shop knows, the current ones first. */
  secrets?: readonly MerchantSecrets[];
  /** Other hash keys than those of the secrets. */
  hashKeys?: readonly unknown[];
  /** Why a library must refuse the result. */
  error?: string;
  /** The value of the shop that a library must refuse. */
  refused?: string;
};
