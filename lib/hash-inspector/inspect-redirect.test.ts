import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everyCompatibility, type FinalRecord, redirectOf } from "@/lib/checkout/redirect";
import { formatMinor } from "@/lib/kit/money";
import type { Inspection } from "./inspect-contract";
import { type Inspected, inspectRedirect } from "./inspect-redirect";

const pair = (name: string) => ({ hashKey: `hash-key-${name}-5f3a`, signingSecret: `signing-secret-${name}-9c1d` });
const [current, coming, former, elsewhere] = [pair("now"), pair("coming"), pair("former"), pair("elsewhere")];
const next = { ...coming, from: new Date("2026-11-16T00:00:00Z") };
const rotating = { current, next, former: null };
const rotated = { current, next: null, former };

const paid: FinalRecord = {
  purpose: "payment",
  environment: "sandbox",
  createdCard: null,
  ownReturn: null,
  transactionId: "SB-01K00000000000000000000000",
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
  data: "50%2B + 1&more=#2",
  finalisedAt: new Date("2026-11-15T12:00:05.250Z"),
  responseUrl: "https://shop.example/return?cart=7&note=a%2Bb",
  compatibility: { encodesData: false, sendsCustomerName: false },
};
const failed: FinalRecord = { ...paid, status: "failed", code: "05" };

const md5 = (...parts: string[]) => createHash("md5").update(parts.join("")).digest("hex");
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex");
const hmac = (text: string, key: string) => createHmac("sha256", key).update(text).digest("hex");

const addressOf = (payment: FinalRecord, secrets = current) => redirectOf(payment, secrets).url;

const final = (record: FinalRecord): Inspected["payment"] => ({ kind: "final", record });
const unknown: Inspected["payment"] = { kind: "unknown" };
const unfinished: Inspected["payment"] = { kind: "unfinished" };

const inspectFinal = (record: FinalRecord, given: Partial<Inspected> = {}) => inspect(final(record), given);

function inspectAll(payment: Inspected["payment"], given: Partial<Inspected> = {}): Inspection {
  const address = addressOf(payment.kind === "final" ? payment.record : paid);
  const own = { current, next: null, former: null };
  const other = { current: elsewhere, next: null, former: null };
  const found = inspectRedirect({
    address,
    computed: undefined,
    environment: "sandbox",
    payment,
    own,
    other,
    ...given,
  });
  const shown = JSON.stringify(found);
  for (const { hashKey, signingSecret } of [current, coming, former, elsewhere]) {
    expect(shown).not.toContain(hashKey);
    expect(shown).not.toContain(signingSecret);
  }
  for (const { title, says, mend } of found.findings) {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(`${says} ${mend}`).toMatch(/^[A-Z].*\.$/s);
  }
  if (!found.isGenuine) expect([found.yours, found.correct]).toEqual([null, null]);
  return found;
}

const inspect = (payment: Inspected["payment"], given?: Partial<Inspected>): string[] =>
  inspectAll(payment, given).findings.map(({ mistake }) => mistake);

/** Functions that compute the hash with one mistake each. The keys are the inspector's names for the mistakes. */
const hashMistakes: Record<string, (payment: FinalRecord) => string> = {
  missing_decimals: ({ transactionId: id, total }) => md5(id, String(Number(formatMinor(total))), current.hashKey),
  fee_inclusive: ({ transactionId: id, total, customerFee }) =>
    md5(id, formatMinor(total + customerFee), current.hashKey),
  wrong_key: ({ transactionId: id, total }) => md5(id, formatMinor(total), "an unknown key"),
  other_environment_key: ({ transactionId: id, total }) => md5(id, formatMinor(total), elsewhere.hashKey),
  key_mix_up: ({ transactionId: id, total }) => md5(id, formatMinor(total), current.signingSecret),
  wrong_order: ({ transactionId: id, total }) => md5(current.hashKey, id, formatMinor(total)),
  separators: ({ transactionId: id, total }) => md5([id, formatMinor(total), current.hashKey].join(" ")),
  order_id: ({ orderId, total }) => md5(orderId, formatMinor(total), current.hashKey),
  without_prefix: ({ transactionId: id, total }) => md5(id.slice(3), formatMinor(total), current.hashKey),
  upper_case: ({ transactionId: id, total }) => md5(id, formatMinor(total), current.hashKey).toUpperCase(),
  other_digest: ({ transactionId: id, total }) => digest("sha1", id + formatMinor(total) + current.hashKey),
  right: ({ transactionId: id, total }) => md5(id, formatMinor(total), current.hashKey),
};

const payments = fc
  .record({
    total: fc.bigInt({ min: 500n, max: 2_040_000n }),
    customerFee: fc.bigInt({ min: 1n, max: 90_000n }),
    orderId: fc.stringMatching(/^[A-Za-z0-9]{1,48}$/),
    data: fc.option(fc.string({ unit: "binary", maxLength: 80 }), { nil: null }),
  })
  .map((fields): FinalRecord => ({ ...paid, ...fields }));

describe.each(Object.entries(hashMistakes))("a hash with the mistake %s", (mistake, compute) => {
  it("is explained by the name of that mistake for every payment", () => {
    fc.assert(
      fc.property(payments, (payment) => {
        fc.pre(mistake !== "missing_decimals" || payment.total % 10n === 0n);
        expect(inspectFinal(payment, { computed: compute(payment) })).toEqual([mistake]);
      }),
      { numRuns: 15 },
    );
  });
});

it.each([
  ["two mistakes at once", md5("order-1", "10", current.hashKey), ["missing_decimals", "order_id"]],
  ["a total in cents", md5(paid.transactionId, "1000", current.hashKey), ["missing_decimals"]],
  ["a new line at the end", md5(paid.transactionId, "10.00", current.hashKey, "\n"), ["separators"]],
  ["SHA-256", digest("sha256", `${paid.transactionId}10.00${current.hashKey}`), ["other_digest"]],
])("the inspector names every mistake in a hash with %s", (_, computed, mistakes) => {
  expect(inspectFinal(paid, { computed })).toEqual(mistakes);
});

describe("the signature of a failed payment", () => {
  const { tw_signature: right = "", ...signed } = Object.fromEntries(new URL(addressOf(failed)).searchParams);
  const { cart: _, note: __, ...ours } = signed;
  const sorted = Object.entries(ours).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = new URLSearchParams(sorted).toString();
  const again = sorted.map(([name, value]) => [name, new URLSearchParams(`v=${value}`).get("v") ?? ""]);

  it.each([
    ["right", right],
    ["key_mix_up", hmac(text, current.hashKey)],
    ["other_environment_key", hmac(text, elsewhere.signingSecret)],
    ["decoded_twice", hmac(new URLSearchParams(again).toString(), current.signingSecret)],
    ["wrong_order", hmac(new URLSearchParams(ours).toString(), current.signingSecret)],
    ["encoding", hmac(text.replaceAll("+", "%20"), current.signingSecret)],
    ["upper_case", right.toUpperCase()],
    ["other_digest", digest("sha256", text)],
  ])("the inspector names the mistake %s in a computed signature", (mistake, computed) => {
    expect(inspectFinal(failed, { computed })).toEqual([mistake]);
  });
});

describe("inspecting an address", () => {
  it("distinguishes an address decoded twice from a changed one", () => {
    const address = decodeURIComponent(addressOf(paid));
    expect(inspectFinal(paid, { address })).toEqual(["decoded_twice"]);
    expect(inspectFinal(paid, { address: address.replaceAll("+", " ") })).toEqual(["decoded_twice"]);
    expect(inspectFinal(paid, { address: address.replace("12.05", "1.05") })).toEqual(["changed"]);
  });

  it.each([
    ["status", (text: string) => text.replace("status=success", "status=failed")],
    ["total", (text: string) => text.replace("total=12.05", "total=1.00")],
    ["order_id", (text: string) => text.replace("order_id=order-1", "order_id=order-2")],
    ["hash", (text: string) => text.replace(/hash=..../, "hash=0000")],
    ["tw_signature", (text: string) => text.replace(/tw_signature=..../, "tw_signature=0000")],
    ["a second total", (text: string) => `${text}&total=12.05`],
  ])("reports an address as changed when %s was changed", (_, change) => {
    expect(inspectFinal(paid, { address: change(addressOf(paid)) })).toEqual(["changed"]);
  });

  it("accepts an address that was sent before a compatibility setting changed", () => {
    for (const compatibility of everyCompatibility) {
      expect(inspectFinal({ ...paid, compatibility }, { address: addressOf(paid) })).toEqual(["right"]);
    }
  });

  it("explains an address that still uses the old signature name", () => {
    const address = addressOf(paid).replace("tw_signature=", "signature=");
    expect(inspectFinal(paid, { address })).toEqual(["former_name"]);
    const { searchParams } = new URL(address);
    searchParams.delete("fee_structure");
    expect(inspectFinal(paid, { address: `https://shop.example/return?${searchParams}` })).toEqual(["former_name"]);
  });

  it("reports data split into two parameters as changed, even if their joined text equals the original", () => {
    const listed = { ...paid, data: "a, b" };
    const address = addressOf(listed).replace(/data=[^&]*/, "data=a&data=b");
    expect(inspectFinal(listed, { address })).toEqual(["changed"]);
  });

  it.each<[string, Inspected["payment"], Partial<Inspected>, string]>([
    ["an unchanged address", final(paid), {}, "right"],
    ["the query alone", final(paid), { address: addressOf(paid).split("?")[1] ?? "" }, "right"],
    ["a cut address", final(paid), { address: addressOf(paid).split("&tw_signature")[0] ?? "" }, "incomplete"],
    ["a failed payment", final(failed), {}, "no_hash"],
    ["a failed payment with a hash", final(failed), { computed: hashMistakes.right?.(failed) ?? "" }, "no_hash"],
    ["a stored card", final({ ...paid, purpose: "card_create" }), { computed: "ab" }, "no_hash"],
    ["an unknown payment", unknown, {}, "unknown_payment"],
    ["a payment without a result", unfinished, {}, "unfinished"],
    ["a test payment in live", unknown, { environment: "live" }, "other_environment"],
    ["an address that is not a redirect", unknown, { address: "https://shop.example/?cart=7" }, "no_redirect"],
    ["keys from before a rotation", final(paid), { own: rotated, address: addressOf(paid, former) }, "rotation"],
  ])("finds the right explanation for %s", (_, payment, given, mistake) => {
    expect(inspect(payment, given)).toEqual([mistake]);
  });
});

it.each([
  ["new", rotating, current, coming],
  ["former", rotated, current, former],
  ["current", rotated, former, current],
])(
  "the inspector names the rotation when a shop uses the %s key instead of the one we used",
  (name, own, made, used) => {
    const address = addressOf(paid, made);
    const computed = md5(paid.transactionId, "10.00", used.hashKey);
    expect(inspectFinal(paid, { own, address, computed })).toEqual(["rotation"]);
    const found = inspectRedirect({
      ...{ address, computed, own, payment: final(paid), environment: "sandbox", other: null },
    });
    expect(found.findings[0]?.title).toBe(`Your code uses the ${name} key`);
  },
);

describe("the report of the inspector", () => {
  const shownOf = (found: Inspection["yours"]) => found?.formula?.map(({ text }) => text).join("");
  const wrongIn = (found: Inspection["yours"]) =>
    found?.formula?.filter(({ isWrong }) => isWrong).map(({ text }) => text);
  const checksOf = ({ fields }: Inspection) => Object.fromEntries(fields.map(({ name, check }) => [name, check]));

  it("shows the wrong total of a shop beside the requested one, and says that the URL is genuine", () => {
    const computed = md5(paid.transactionId, "12.05", current.hashKey);
    const found = inspectAll(final(paid), { computed });
    expect(found.findings[0]).toMatchObject({
      title: "Your code hashes the wrong total",
      says: "It uses the `total` from the URL, 12.05. That total includes the customer’s fee.",
      mend: "Hash the total you requested, 10.00.",
    });
    expect(shownOf(found.yours)).toBe('md5(transaction_id + "12.05" + hash_key)');
    expect(wrongIn(found.yours)).toEqual(["12.05"]);
    expect(found.yours?.value).toBe(computed);
    expect(shownOf(found.correct)).toBe('md5(transaction_id + "10.00" + hash_key)');
    expect(wrongIn(found.correct)).toEqual([]);
    expect(found.correct?.value).toBe(md5(paid.transactionId, "10.00", current.hashKey));
    expect(found.isGenuine).toBe(true);
    expect(checksOf(found)).toMatchObject({
      status: "Not part of the hash",
      transaction_id: "Found, test mode",
      order_id: "Matches the payment",
      total: "Includes the fee of 2.05",
      hash: "Genuine",
      tw_signature: "Genuine",
    });
    expect(found.fields.find(({ name }) => name === "total")?.result).toBe("bad");
  });

  it.each([
    ["another order", md5(current.hashKey, paid.transactionId, "10.00"), 'md5(hash_key + transaction_id + "10.00")'],
    ["a separator", md5([paid.transactionId, "10.00", current.hashKey].join("|")), '"|" + hash_key)'],
    ["the live key", md5(paid.transactionId, "10.00", elsewhere.hashKey), "live_hash_key)"],
    [
      "SHA-1",
      digest("sha1", `${paid.transactionId}10.00${current.hashKey}`),
      'sha1(transaction_id + "10.00" + hash_key)',
    ],
  ])("writes the formula of a shop that uses %s", (_, computed, formula) => {
    expect(shownOf(inspectAll(final(paid), { computed }).yours)).toContain(formula);
  });

  it("shows a signature beside a computed signature", () => {
    const computed = hmac("anything", current.hashKey);
    const found = inspectAll(final(failed), { computed });
    expect(found.yours).toEqual({ formula: null, value: computed });
    expect(shownOf(found.correct)).toBe("hmac_sha256(sorted_parameters, signing_secret)");
  });

  it("marks the changed, missing and repeated fields of a URL, and shows none of the values that we sent", () => {
    const address = addressOf(paid)
      .replace("total=12.05", "total=1.00")
      .replace(/&order_id=[^&]*/, "");
    const found = inspectAll(final(paid), { address: `${address}&currency=USD` });
    expect(checksOf(found)).toMatchObject({
      total: "Not as we sent it",
      order_id: "Missing",
      currency: "Appears more than once",
      hash: "As we sent it",
    });
    expect(JSON.stringify(found)).not.toContain("12.05");
  });

  it("lists the fields of a URL that belongs to the other mode without checking them", () => {
    const found = inspectAll(unknown, { environment: "live" });
    expect(found.findings[0]?.title).toBe("This URL belongs to test mode");
    expect(checksOf(found)).toMatchObject({ transaction_id: "Test mode", total: "Not checked" });
  });
});
