import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { errorReturnOf, type FinalRecord, hashOf, redirectOf, signatureOf, withParameters } from "./redirect";

const secrets = { hashKey: "123", signingSecret: "signing" };
const record: FinalRecord = {
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
  data: '{"cart":1}',
  finalisedAt: new Date("2026-11-15T12:00:05.250Z"),
  responseUrl: "https://shop.example/return",
  compatibility: { encodesData: false, sendsCustomerName: false },
};
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe("the hash", () => {
  it("the hash matches the published test vector", () => {
    expect(hashOf("SB-12-1-oid_123-aBc-20210616024001", 1000n, "123")).toBe("3d34d20260f7433ceee277e9ed9166a3");
  });

  it("only a success has a hash", () => {
    expect(parametersOf(redirectOf(record, secrets).url).hash).toBe(hashOf(record.transactionId, 1000n, "123"));
    for (const [status, code] of [
      ["failed", "05"],
      ["error", "GW"],
    ] as const) {
      expect(parametersOf(redirectOf({ ...record, status, code }, secrets).url)).not.toHaveProperty("hash");
    }
  });

  it("the hashes of the two environments' keys differ", () => {
    expect(hashOf(record.transactionId, 1000n, "sandbox key")).not.toBe(
      hashOf(record.transactionId, 1000n, "live key"),
    );
  });
});

describe("the redirect", () => {
  it("the redirect carries exactly the specified parameters, with the amount debited", () => {
    const { tw_signature: signature, hash, ...rest } = parametersOf(redirectOf(record, secrets).url);
    expect(rest).toEqual({
      status: "success",
      transaction_id: record.transactionId,
      message: "[1-R00]: Transaction is approved.",
      order_id: "order-1",
      total: "12.05",
      currency: "TTD",
      fee_structure: "customer_pay",
      card: "XXXXXXXXXXXX1111",
      date: "2026-11-15 12:00:05",
      data: '{"cart":1}',
    });
    expect([hash, signature].map((text) => text?.length)).toEqual([32, 64]);
  });

  it("the redirect of an unpaid session has the total 0.00", () => {
    const { total, message } = parametersOf(redirectOf({ ...record, status: "failed", code: "43" }, secrets).url);
    expect([total, message]).toEqual(["0.00", "[2-R05]: Transaction is declined."]);
  });

  it("the signature covers all our other parameters, sorted by name", () => {
    const { tw_signature: signature, ...rest } = parametersOf(redirectOf(record, secrets).url);
    const text = new URLSearchParams(Object.entries(rest).sort()).toString();
    expect(signature).toBe(createHmac("sha256", "signing").update(text).digest("hex"));
  });

  it("an overlong redirect leaves out data and signs the rest", () => {
    const { url, isDataLeftOut } = redirectOf({ ...record, data: "é".repeat(4096) }, secrets);
    expect(isDataLeftOut).toBe(true);
    expect(url.length).toBeLessThan(1000);
    const { tw_signature: signature, ...rest } = parametersOf(url);
    expect(rest).not.toHaveProperty("data");
    const text = new URLSearchParams(Object.entries(rest).sort()).toString();
    expect(signature).toBe(createHmac("sha256", "signing").update(text).digest("hex"));
  });

  it.each([
    ["failed", "51", "[2-R51]: Insufficient funds."],
    ["error", "GW", "[3-RGW]: The gateway did not answer."],
  ] as const)("the redirect of a payment that %s repeats the message in reasonDescription", (status, code, message) => {
    const { reasonDescription, ...rest } = parametersOf(redirectOf({ ...record, status, code }, secrets).url);
    expect([reasonDescription, rest.message]).toEqual([message, message]);
  });

  it("parameters named signature or customer_name stay the shop's own", () => {
    const responseUrl = "https://shop.example/return?signature=abc%2B1&customer_name=mine";
    const { url } = redirectOf({ ...record, responseUrl }, secrets);
    expect(url.startsWith(`${responseUrl}&status=success&`)).toBe(true);
  });

  it("data is JSON-encoded and signed in that form if the merchant enables it", () => {
    const encoding = { ...record, compatibility: { encodesData: true, sendsCustomerName: false } };
    const { tw_signature: signature, ...rest } = parametersOf(redirectOf(encoding, secrets).url);
    expect(rest.data).toBe('"{\\"cart\\":1}"');
    expect(JSON.parse(JSON.parse(rest.data ?? ""))).toEqual({ cart: 1 });
    expect(signature).toBe(signatureOf(rest, "signing"));
    expect(parametersOf(redirectOf({ ...encoding, data: null }, secrets).url)).not.toHaveProperty("data");
  });

  it("customer_name replaces the shop's own parameter if the merchant enables it", () => {
    const compatibility = { encodesData: false, sendsCustomerName: true };
    const responseUrl = "https://shop.example/return?customer_name=mine";
    const naming = { ...record, compatibility, responseUrl };
    expect(parametersOf(redirectOf(naming, secrets).url).customer_name).toBe("Ada Baptiste");
    const nameless = { ...naming, firstName: null, lastName: null };
    expect(parametersOf(redirectOf(nameless, secrets).url).customer_name).toBe("");
  });

  it("the merchant's query and fragment stay as written, except parameters with our names", () => {
    expect(withParameters("https://s.example/r?a=1%20b&status=paid&b=x+y#top", { status: "failed" })).toBe(
      "https://s.example/r?a=1%20b&b=x+y&status=failed#top",
    );
    expect(withParameters("https://s.example", { status: "failed" })).toBe("https://s.example?status=failed");
    expect(withParameters("https://s.example/?%73tatus=x", { status: "failed" })).toBe(
      "https://s.example/?status=failed",
    );
  });

  it("each of our parameters appears once for any merchant address", () => {
    const pair = fc.tuple(fc.constantFrom("status", "total", "hash", "x", "y"), fc.webQueryParameters());
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
        const url = new URL(redirectOf({ ...record, responseUrl: `https://s.example/r?${query}` }, secrets).url);
        for (const name of ["status", "total", "hash", "tw_signature"])
          expect(url.searchParams.getAll(name)).toHaveLength(1);
        expect(url.searchParams.get("status")).toBe("success");
        expect(url.searchParams.getAll("x")).toEqual(pairs.filter(([name]) => name === "x").map(([, value]) => value));
      }),
      { numRuns: inject("isDeep") ? 100 : 25 },
    );
  });
});

describe("the return of a refused request", () => {
  const echoed = { orderId: "order-1", data: '{"cart":1}' };

  it("an error return carries the reason in two parameters, order id and data, and no proof", () => {
    const url = errorReturnOf("https://shop.example/return?hash=mine&cart=7", "No.", echoed);
    expect(parametersOf(url)).toEqual({
      ...{ cart: "7", status: "error", reasonDescription: "No.", message: "No." },
      ...{ order_id: "order-1", data: '{"cart":1}' },
    });
    expect(errorReturnOf("https://shop.example/r", "No.", { orderId: null, data: null })).toBe(
      "https://shop.example/r?status=error&reasonDescription=No.&message=No.",
    );
  });

  it("an error return carries the customer's name if the merchant's setting is on, in place of the shop's own parameter", () => {
    const responseUrl = "https://shop.example/return?customer_name=mine";
    const named = errorReturnOf(responseUrl, "No.", { ...echoed, customerName: "Zoë & Co" });
    expect(parametersOf(named).customer_name).toBe("Zoë & Co");
    expect(named.match(/customer_name/g)).toHaveLength(1);
    expect(parametersOf(errorReturnOf(responseUrl, "No.", { ...echoed, customerName: "" })).customer_name).toBe("");
    expect(parametersOf(errorReturnOf(responseUrl, "No.", { ...echoed, customerName: null })).customer_name).toBe(
      "mine",
    );
    const long = { orderId: "order-1", data: "é".repeat(4096), customerName: "Ada" };
    expect(parametersOf(errorReturnOf(responseUrl, "No.", long))).toMatchObject({
      order_id: "order-1",
      customer_name: "Ada",
    });
  });

  it("an overlong error return leaves out data", () => {
    const url = errorReturnOf("https://shop.example/return", "No.", { ...echoed, data: "é".repeat(4096) });
    expect(parametersOf(url)).not.toHaveProperty("data");
    expect(parametersOf(url).order_id).toBe("order-1");
  });
});

describe("the redirect of a stored card", () => {
  const stored: FinalRecord = { ...record, purpose: "card_create", total: 123n, customerFee: 0n, data: null };
  const createdCard = { uuid: "0b6b7c9e-6f0a-4c43-9a77-5a1c8e2f3d10" };

  it("the redirect of a stored card has its uuid, and the amount only in sandbox", () => {
    const parameters = parametersOf(redirectOf({ ...stored, createdCard }, secrets).url);
    expect(Object.keys(parameters)).toEqual(["status", "transaction_id", "message", "uuid", "total", "tw_signature"]);
    expect(parameters).toMatchObject({ status: "success", total: "1.23", uuid: createdCard.uuid });
    const live = parametersOf(redirectOf({ ...stored, environment: "live", createdCard }, secrets).url);
    expect(Object.keys(live)).toEqual(["status", "transaction_id", "message", "uuid", "tw_signature"]);
  });

  it("a shop's own uuid parameter is removed if storing a card failed, and kept after a payment", () => {
    const responseUrl = "https://shop.example/return?uuid=mine&cart=7";
    const failed = { ...stored, status: "failed", code: "05", responseUrl } as const;
    expect(parametersOf(redirectOf(failed, secrets).url)).not.toHaveProperty("uuid");
    expect(parametersOf(redirectOf({ ...record, responseUrl }, secrets).url).uuid).toBe("mine");
  });
});
