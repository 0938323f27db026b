import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { signatureOf } from "@/lib/checkout/redirect";
import { sandbox } from "@/lib/reference/sandbox";
import { allScopes } from "@/lib/reference/scopes";
import { newKey, newMerchant } from "@/tests/support/http/accounts";
import { agree, cardsCall, checkoutOf, create, parametersOf } from "@/tests/support/http/card-requests";
import { call } from "@/tests/support/http/client";
import { minimalFields, pay, post, send, tokenOf, uniqueOrder } from "@/tests/support/http/payments";
import { isRunnable, newWorkshop } from "@/tests/support/http/programs";
import { type Received, startReceiver } from "@/tests/support/http/receiver";
import type { Sample } from "./markdown";
import { programsOf } from "./samples";

/** Runs the samples of the docs unchanged against the running product, as merchants copy them. */
const { run } = newWorkshop();
const named = (address: string, place?: number) =>
  programsOf(address, place).map((sample) => [sample.file, sample] as const);
const requesting = programsOf("/docs/payment-request");
const runnable = (samples: readonly (readonly [string | null, Sample])[]) =>
  samples.filter(([, sample]) => isRunnable(sample));

it.each(["/docs/payment-request", "/docs/redirect-and-hash", "/docs/webhooks"])(
  "%s has all three languages",
  (page) => {
    expect(programsOf(page).map(({ language }) => language)).toEqual(["JavaScript", "PHP", "Python"]);
  },
);

it("the test vector on the page is correct", async () => {
  const [verifying] = programsOf("/docs/redirect-and-hash");
  const order = { id: "oid_123-aBc", total: "10.00", currency: "TTD", transaction_id: vector.transaction_id };
  expect(verifying && (await run(verifying, [["isPaid", signed(vector), order]]))).toEqual([{ value: true }]);
});

const vector = {
  status: "success",
  transaction_id: "SB-12-1-oid_123-aBc-20210616024001",
  order_id: "oid_123-aBc",
  currency: "TTD",
  hash: "3d34d20260f7433ceee277e9ed9166a3",
};

type Query = Record<string, string>;
const renamed = ({ tw_signature, ...query }: Query) => ({ ...query, signature: tw_signature });
const signed = ({ tw_signature: _old, ...query }: Query): Query => ({
  ...query,
  tw_signature: signatureOf(query, sandbox.merchant.signingSecret),
});

describe.each(runnable(named("/docs/redirect-and-hash")))("%s", (_file, verifying) => {
  it("returns the uuid of a card that a customer stored, and of nothing else", async () => {
    const who = { key: sandbox.apiKey };
    const { token, transactionId } = checkoutOf(await create(who));
    const query = parametersOf((await agree(token, "5555555555554444")).body);
    const { uuid = "" } = query;
    const another = (uuid[0] === "0" ? "1" : "0") + uuid.slice(1);
    const cases: [string, string | null, object, string][] = [
      ["what came back", uuid, query, transactionId],
      ["a parameter of the shop's own", uuid, { ...query, customer: "7" }, transactionId],
      ["another uuid than was signed", null, { ...query, uuid: another }, transactionId],
      ["a repeated uuid", null, { ...query, uuid: [uuid, uuid] }, transactionId],
      ["no uuid", null, signed({ ...vector, transaction_id: transactionId }), transactionId],
      ["a failure", null, signed({ ...query, status: "failed" }), transactionId],
      ["no signature", null, { ...query, tw_signature: undefined }, transactionId],
      ["another request", null, query, "SB-2"],
      ["a request without a transaction", null, signed({ ...query, transaction_id: "" }), ""],
    ];
    const outcomes = await run(
      verifying,
      cases.map(([, , given, stored]) => ["storedCard", given, stored]),
    );
    await cardsCall(who, "DELETE", `/${uuid}`);
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(outcomes.map(({ value }, index) => [cases[index]?.[0], value])).toEqual(
      cases.map(([what, card]) => [what, card]),
    );
  });

  it("accepts only the result of a payment that the request sample of its language made", async () => {
    const requestSample = requesting.find(({ language }) => language === verifying.language);
    if (!requestSample) throw new Error("The language has no request sample.");
    const order = { id: uniqueOrder(), total: "10.00", currency: "TTD", email: "ada@example.com" };
    const returnTo = "https://shop.example/return";
    const [asked, refused] = await run(requestSample, [
      ["requestPayment", order, returnTo],
      ["requestPayment", { ...order, total: "0.01" }, returnTo],
    ]);
    expect(refused?.error).toMatch(/^The total must be/);
    const { url = "", transaction_id } = (asked?.value ?? {}) as { url?: string; transaction_id?: string };
    const { body } = await pay(tokenOf(url), "4111111111111111");
    const query = Object.fromEntries(new URL(body.result?.redirect ?? "").searchParams);
    const stored = { ...order, transaction_id };

    const cases: [string, boolean, object, object | null][] = [
      ["what came back", true, query, stored],
      ["every character in data", true, signed({ ...query, data: "a b+c*d~e'f(é)&=%/\"" }), stored],
      ["a failure with the hash of a success", false, signed({ ...query, status: "failed" }), stored],
      ["no hash", false, { ...query, hash: undefined }, stored],
      ["a wrong hash", false, signed({ ...query, hash: vector.hash }), stored],
      ["a shortened hash", false, signed({ ...query, hash: "3d34" }), stored],
      ["a repeated hash", false, { ...query, hash: [query.hash, query.hash] }, stored],
      ["a hash that is not ASCII", false, signed({ ...query, hash: "é".repeat(16) }), stored],
      ["no signature", false, { ...query, tw_signature: undefined }, stored],
      ["a signature under another name", false, renamed(query), stored],
      ["a parameter of the shop's own", true, { ...query, signature: "mine" }, stored],
      ["another fee structure than was signed", false, { ...query, fee_structure: "split" }, stored],
      ["another message than was signed", false, { ...query, message: "[1-R00]: Well done." }, stored],
      ["another total in the shop's storage", false, query, { ...stored, total: "100.00" }],
      ["another currency", false, signed({ ...query, currency: "USD" }), stored],
      ["the result of another order", false, signed({ ...query, order_id: "other" }), stored],
      ["a transaction the shop did not ask for", false, query, { ...stored, transaction_id: "SB-2" }],
      [
        "an order without a transaction",
        false,
        signed({ ...query, transaction_id: "" }),
        { ...stored, transaction_id: "" },
      ],
      ["an order the shop does not know", false, query, null],
    ];
    const outcomes = await run(
      verifying,
      cases.map(([, , given, known]) => ["isPaid", given, known]),
    );
    expect(outcomes.map(({ value }, index) => [cases[index]?.[0], value])).toEqual(
      cases.map(([what, isBelieved]) => [what, isBelieved]),
    );
  });
});

describe.each(runnable(named("/docs/payment-request", 1)))("%s", (_file, signing) => {
  it("signs every character so that the product accepts the request, as JSON and as a form", async () => {
    const fields = minimalFields(sandbox.merchant.accountNumber, {
      data: "a b+c*d~e'f(é)&=%/\"",
      name: "Zoë",
      addr2: "",
    });
    const [outcome] = await run(signing, [["signRequest", fields]]);
    const signedFields = outcome?.value as Query;
    expect(Object.keys(signedFields).sort()).toEqual(
      [...Object.keys(fields), "request_signature", "request_timestamp"].sort(),
    );
    expect((await send(signedFields)).status).toBe(200);
    expect((await post(signedFields)).headers.location).toContain("/checkout/");
    const { body } = await send({ ...signedFields, total: "1.00" });
    expect(body.message).toBe("The request signature does not match the request.");
  });
});

describe("a webhook that was really delivered", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let received: Received;
  let secret = "";

  beforeAll(async () => {
    receiver = await startReceiver();
    const { key } = await newKey(await newMerchant(), allScopes);
    const { roomy } = inject("product");
    const json = { url: receiver.url, events: ["*"], environment: "sandbox" };
    const { body } = await call(roomy, "POST", "/api/user/webhooks", { key, json });
    secret = body.data.secret;
    await call(roomy, "POST", `/api/user/webhooks/${body.data.id}/test`, { key });
    received = await vi.waitFor(() => receiver.received[0] ?? Promise.reject(new Error("Nothing arrived.")), 20_000);
  });
  afterAll(() => receiver.close());

  it.each(runnable(named("/docs/webhooks")))(
    "is accepted by %s, and refused with another secret",
    async (_file, sample) => {
      const { body, headers } = received;
      const [good, bad] = await run(sample, [
        ["readEvent", body, headers, secret],
        ["readEvent", body, headers, `whsec_${Buffer.alloc(32).toString("base64")}`],
      ]);
      expect(good?.value).toEqual(JSON.parse(body));
      expect(bad?.error).toBe("The signature is wrong.");
    },
  );
});
