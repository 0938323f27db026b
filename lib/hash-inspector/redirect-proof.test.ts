import { describe, expect, it } from "vitest";
import { type FinalRecord, hashOf, redirectOf, signatureOf } from "@/lib/checkout/redirect";
import type { KeyRing } from "@/lib/hash-keys/merchant-keys";
import { isSignedWith, proveRedirect, readReturned } from "./redirect-proof";

const current = { hashKey: "hash-key-now-5f3a", signingSecret: "signing-secret-now-9c1d" };
const former = { hashKey: "hash-key-former-77b0", signingSecret: "signing-secret-former-e2f8" };
const ring: KeyRing = { current, next: null, former: null };

const paid: FinalRecord = {
  purpose: "payment",
  environment: "sandbox",
  createdCard: null,
  ownReturn: null,
  transactionId: "SB-01K0000000000000000000000A",
  orderId: "order-1",
  currency: "TTD",
  total: 1000n,
  customerFee: 205n,
  feeStructure: "customer_pay",
  firstName: "Ada",
  lastName: "Baptiste",
  status: "success",
  code: "00",
  card: "XXXXXXXXXXXX1111",
  data: "a, b",
  finalisedAt: new Date("2026-11-15T12:00:05.250Z"),
  responseUrl: "https://shop.example/return?cart=7&cart=8",
  compatibility: { encodesData: false, sendsCustomerName: false },
};
const failed: FinalRecord = { ...paid, status: "failed", code: "05" };

/** The query of a redirect URL in the form that Next.js passes to a page. */
function queryOf(record: FinalRecord, secrets = current): Record<string, string | string[]> {
  const { searchParams } = new URL(redirectOf(record, secrets).url);
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, singleOrAll(searchParams.getAll(name))]));
}

const singleOrAll = ([first = "", ...rest]: string[]) => (rest.length > 0 ? [first, ...rest] : first);

const isProven = (query: Record<string, string | string[]>, record: FinalRecord, keys = ring): boolean =>
  proveRedirect(readReturned(query), record, keys).sent !== null;

describe("a redirect", () => {
  it.each([
    ["a paid order", paid],
    ["a failed payment", failed],
    ["a gateway error", { ...paid, status: "error", code: "GW" } as const],
    ["a stored card", { ...paid, purpose: "card_create", createdCard: { uuid: "0b6b7c9e" } } as const],
    ["an address without data", { ...paid, data: null }],
    ["an address that was too long for its data", { ...paid, data: "x".repeat(8_000) }],
    ["data that is encoded again", { ...paid, compatibility: { encodesData: true, sendsCustomerName: false } }],
    ["a customer's name", { ...paid, compatibility: { encodesData: false, sendsCustomerName: true } }],
    ["both compatibility settings", { ...paid, compatibility: { encodesData: true, sendsCustomerName: true } }],
    ["a customer_name of the shop's own", { ...paid, responseUrl: "https://shop.example/?customer_name=cart" }],
  ])("verifies for %s, and stays verified when the compatibility settings change", (_, record) => {
    const { checks } = proveRedirect(readReturned(queryOf(record)), record, ring);
    expect(checks.filter(({ isGood }) => !isGood)).toEqual([]);
    for (const encodesData of [false, true]) {
      for (const sendsCustomerName of [false, true]) {
        const now = { ...record, compatibility: { encodesData, sendsCustomerName } };
        expect(isProven(queryOf(record), now)).toBe(true);
      }
    }
  });

  it("verifies with the former keys after a rotation, but never with another merchant's keys", () => {
    expect(isProven(queryOf(paid, former), paid, { ...ring, former })).toBe(true);
    expect(isProven(queryOf(paid, former), paid)).toBe(false);
  });

  it.each([
    ["status", "failed"],
    ["transaction_id", "SB-01K0000000000000000000000B"],
    ["message", "[2-R05]: Transaction is declined."],
    ["order_id", "order-2"],
    ["total", "1.00"],
    ["currency", "USD"],
    ["fee_structure", "merchant_absorb"],
    ["card", "XXXXXXXXXXXX2222"],
    ["date", "2026-11-15 12:00:06"],
    ["data", "a, c"],
    ["hash", "3d34d20260f7433ceee277e9ed9166a3"],
    ["tw_signature", "0".repeat(64)],
    ["reasonDescription", "added"],
  ])("does not verify once %s is changed, missing or given twice", (name, value) => {
    const query = queryOf(paid);
    const { [name]: sent = value, ...without } = query;
    expect(isProven({ ...query, [name]: value }, paid)).toBe(false);
    expect(isProven(without, paid)).toBe(name === "reasonDescription");
    expect(isProven({ ...query, [name]: [sent, sent].flat() }, paid)).toBe(false);
  });

  it("does not verify if data is split into two parameters whose joined text equals the original", () => {
    expect(isProven({ ...queryOf(paid), data: ["a", "b"] }, paid)).toBe(false);
  });

  it("does not verify a valid signature over values that differ from the stored payment", () => {
    const { tw_signature: _, cart: __, ...ours } = queryOf(paid) as Record<string, string>;
    for (const change of [{ status: "failed" }, { total: "99.00" }, { order_id: "order-2" }, { currency: "USD" }]) {
      const forged = { ...ours, ...change };
      const query = { ...forged, tw_signature: signatureOf(forged, current.signingSecret) };
      expect(isSignedWith(readReturned(query), current.signingSecret)).toBe(true);
      expect(isProven(query, paid)).toBe(false);
    }
  });

  it("does not verify a failed payment presented as a success with a hash", () => {
    const hash = hashOf(failed.transactionId, failed.total, current.hashKey);
    expect(isProven({ ...queryOf(failed), status: "success", hash }, failed)).toBe(false);
    expect(isProven({ ...queryOf(failed), hash }, failed)).toBe(false);
  });

  it("does not verify with the hash of another payment", () => {
    const other = queryOf({ ...paid, transactionId: "SB-01K0000000000000000000000C" });
    expect(isProven({ ...queryOf(paid), hash: other.hash ?? "" }, paid)).toBe(false);
  });
});

it("compares with the stored payment only if the signature is valid, so guessing reveals nothing", () => {
  const checksOf = (query: Record<string, string | string[]>) => proveRedirect(readReturned(query), paid, ring).checks;
  expect(checksOf(queryOf(paid))).toHaveLength(3);
  const guess = { transaction_id: paid.transactionId, status: "success", order_id: paid.orderId, currency: "TTD" };
  const wrongGuess = { ...guess, order_id: "order-2", currency: "USD" };
  expect(checksOf(guess)).toEqual(checksOf(wrongGuess));
  expect(checksOf(guess).map(({ isGood }) => isGood)).toEqual([false, false]);
});
