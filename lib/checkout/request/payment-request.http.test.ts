import { beforeAll, describe, expect, inject, it } from "vitest";
import { passesLuhn } from "@/lib/kit/luhn";
import { totalLimits } from "@/lib/reference/currencies";
import { platforms } from "@/lib/reference/platforms";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { call, freshAddress, type Reply } from "@/tests/support/http/client";
import {
  type Fields,
  minimalFields,
  newShop,
  requestPath,
  rowOf,
  type Shop,
  send,
} from "@/tests/support/http/payments";

/** Every field of a payment request over HTTP (interface §2.4, decisions §3). The tests run concurrently. */
const { publicUrl, roomy } = inject("product");
let shop: Shop;
beforeAll(async () => {
  shop = await newShop({}, { platforms: ["BB", "GD", "GY", "JM", "TT"] });
});

const fields = (overrides: Fields = {}) => minimalFields(shop.accountNumber, overrides);
const sendWith = (overrides: Fields) => send(fields(overrides));

/** The URL that a refused request returns, without the parameters `order_id` and `data`. */
const errorAddress = (responseUrl: string, message: string) =>
  `${responseUrl}${responseUrl.includes("?") ? "&" : "?"}${new URLSearchParams({ status: "error", reasonDescription: message, message })}`;

function expectRefused(
  reply: Reply,
  field: string,
  message: string,
  responseUrl = "https://shop.example/return?cart=7",
) {
  expect([reply.status, reply.body.message]).toEqual([400, message]);
  // These tests ignore `order_id` and `data` in the returned URL, because client-shapes.http.test.ts checks them.
  const withoutEcho = reply.body.url.replace(/&order_id=[^&#]*/, "").replace(/&data=[^&#]*/, "");
  expect(withoutEcho).toBe(responseUrl && errorAddress(responseUrl, message));
  expect(reply.body).toEqual({
    url: expect.any(String),
    message,
    transaction_id: "",
    errors: expect.objectContaining({ [field]: [message] }),
  });
}

async function expectAccepted(overrides: Fields) {
  const { status, body, text } = await sendWith(overrides);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining('"message":"OK"')]);
  return rowOf(body.transaction_id);
}

describe.concurrent("a payment request", () => {
  it("a payment request answers with the page's address, OK and the transaction id, and is stored by then", async () => {
    const { status, body, headers } = await sendWith({});
    expect(status).toBe(200);
    expect(body).toEqual({
      url: expect.stringMatching(/\/checkout\/[\w-]{22,}$/),
      message: "OK",
      transaction_id: expect.stringMatching(/^SB-[0-9A-HJKMNP-TV-Z]{26}$/),
    });
    expect(body.url.startsWith(`${publicUrl}/checkout/`)).toBe(true);
    // The checkout URL must not contain the transaction id, because merchants may publish transaction ids.
    expect(body.url).not.toContain(body.transaction_id.slice(3));
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-api-version": "2.0.5",
      "x-request-id": expect.stringMatching(/^[0-9A-Z]{26}$/),
    });
    expect(headers.deprecation).toBeUndefined();
    expect(headers["set-cookie"]).toBeUndefined();
    expect(await rowOf(body.transaction_id)).toMatchObject({ state: "hosted", total: 1000n, customerFee: 205n });
  });

  it.each([
    ["a number in JSON", { json: (number: string) => fields({ account_number: Number(number) }) }],
    ["text in JSON", { json: (number: string) => fields({ account_number: number }) }],
    ["text with spaces around", { json: (number: string) => fields({ account_number: ` ${number} ` }) }],
  ])("a payment request accepts the account number as %s", async (_name, { json }) => {
    expect((await send(json(shop.accountNumber))).status).toBe(200);
  });

  it("a payment request may be a form, and may have a trailing slash", async () => {
    const form = fields() as Record<string, string>;
    for (const path of [requestPath, `${requestPath}/`]) {
      const { status, body } = await call(roomy, "POST", path, {
        form: { ...form, order_id: `a${freshAddress().replaceAll(".", "-")}` },
        as: freshAddress(),
      });
      expect([status, body.message]).toEqual([200, "OK"]);
    }
  });

  it("a payment request works for the public sandbox account", async () => {
    expect((await send(minimalFields(sandbox.merchant.accountNumber))).status).toBe(200);
  });

  it("a payment request needs no credential, and ignores any credential and unknown fields", async () => {
    for (const options of [{ token: "nonsense" }, { key: "nonsense" }, { token: "a", key: "b" }]) {
      expect((await send(fields({ api_key: "x", hash_key: "123", nonsense: { deep: [1] } }), options)).status).toBe(
        200,
      );
    }
  });

  const required = Object.keys(minimalFields("1")).map((field) => [field, field.replaceAll("_", " ")] as const);
  it.each(required)("a payment request requires %s", async (field, words) => {
    const responseUrl = field === "response_url" || field === "account_number" ? "" : undefined;
    for (const value of [undefined, "", "   ", null, "\u200b"]) {
      expectRefused(await sendWith({ [field]: value }), field, `The ${words} field is required.`, responseUrl);
    }
  });

  it("an empty payment request lists every missing field, the first one in the message", async () => {
    const { status, body } = await send({});
    expect([status, body.url, body.transaction_id]).toEqual([400, "", ""]);
    expect(body.message).toBe("The account number field is required.");
    expect(Object.keys(body.errors).sort()).toEqual(required.map(([field]) => field).sort());
  });

  it("a payment request lists all invalid fields at once", async () => {
    const { body } = await sendWith({ country_code: "XX", total: "1,000.00", order_id: "-a", zipcode: "12345678901" });
    expect(Object.keys(body.errors).sort()).toEqual(["country_code", "order_id", "total", "zipcode"]);
    expect(body.message).toBe("The country code must be one of BB, GD, GY, JM, TT.");
  });
});

describe.concurrent("a field of a payment request", () => {
  const lengths: [field: string, max: number, more?: Fields][] = [
    ["order_id", 48],
    ["origin", 32],
    ["version", 16],
    ["data", 4096],
    ["fname", 30],
    ["lname", 30, { fname: "Ann" }],
    ["name", 60],
    ["addr1", 50],
    ["addr2", 50, { addr1: "1 High Street" }],
    ["city", 30],
    ["zipcode", 10],
  ];

  it.each(lengths)("%s accepts at most %i characters", async (field, max, more = {}) => {
    await expectAccepted({ ...more, [field]: "a".repeat(max) });
    expectRefused(
      await sendWith({ ...more, [field]: "a".repeat(max + 1) }),
      field,
      `The ${field.replaceAll("_", " ")} may not be greater than ${max} characters.`,
    );
  });

  it.each(lengths.filter(([field]) => !["order_id", "origin"].includes(field)))(
    "%s counts code points, not bytes or UTF-16 units",
    async (field, max, more = {}) => {
      const row = await expectAccepted({ ...more, [field]: "😀".repeat(max) });
      expect(JSON.stringify(row, (_key, value) => (typeof value === "bigint" ? String(value) : value))).toContain(
        "😀".repeat(max),
      );
      expect((await sendWith({ ...more, [field]: "😀".repeat(max + 1) })).status).toBe(400);
    },
  );

  it("email accepts a valid address of at most 50 characters", async () => {
    const local = (length: number) => `${"a".repeat(length - "@example.com".length)}@example.com`;
    expect((await expectAccepted({ email: local(50) })).email).toBe(local(50));
    expect((await expectAccepted({ email: " Ann.Lee@Example.COM " })).email).toBe("ann.lee@example.com");
    expectRefused(await sendWith({ email: local(51) }), "email", "The email may not be greater than 50 characters.");
    for (const email of ["ann", "ann@", "@example.com", "ann@example", "ann lee@example.com", "ann@exa mple.com"]) {
      expectRefused(await sendWith({ email }), "email", "The email must be a valid email address.");
    }
  });

  it("email must not be the merchant's own, ignoring case", async () => {
    for (const email of [shop.email, shop.email.toUpperCase()]) {
      expectRefused(await sendWith({ email }), "email", "The email must differ from the merchant's own email address.");
    }
  });

  it("response_url accepts at most 255 characters", async () => {
    const ofLength = (length: number) => `https://shop.example/${"a".repeat(length - "https://shop.example/".length)}`;
    await expectAccepted({ response_url: ofLength(255) });
    expectRefused(
      await sendWith({ response_url: ofLength(256) }),
      "response_url",
      "The response url may not be greater than 255 characters.",
      "",
    );
  });

  it.each(["a", "A1", "a-b_c", "0", "a--b", "order_1-2"])("order_id and origin accept %s", async (value) => {
    await expectAccepted({ order_id: value, origin: `x${value}` });
  });

  const lookalikes = [
    "-a",
    "_a",
    "a-",
    "a_",
    "-",
    "_",
    "a b",
    "a.b",
    "a/b",
    "ä",
    "а",
    "a\u200bb",
    "１",
    "a\nb",
    "a%20b",
  ];
  it.each(lookalikes)("order_id and origin reject %j", async (value) => {
    for (const field of ["order_id", "origin"]) {
      const sentence = `The ${field.replaceAll("_", " ")} may hold letters, digits, - and _, and must not begin or end with - or _.`;
      expectRefused(await sendWith({ [field]: value }), field, sentence);
    }
  });

  const oneOf: [field: string, values: string, wrong: unknown[]][] = [
    ["country_code", "BB, GD, GY, JM, TT", ["tt", "US", "T", "TTO", "ТТ", "TT ".repeat(2), ["TT"], { a: 1 }]],
    ["currency", "TTD, USD, BBD, XCD, JMD, GYD", ["ttd", "EUR", "TT", "TTDD", "ＴＴＤ"]],
    ["environment", "live, sandbox", ["Live", "SANDBOX", "test", "production"]],
    ["fee_structure", "customer_pay, merchant_absorb, split", ["customer-pay", "Split", "none"]],
    ["card_type", "visa, mastercard, amex, discover", ["Visa", "maestro", "0"]],
  ];
  it.each(oneOf)("%s is one of %s, in exactly this spelling", async (field, values, wrong) => {
    for (const value of wrong) {
      const sentence = `The ${field.replaceAll("_", " ")} must be one of ${values}.`;
      expectRefused(await sendWith({ [field]: value }), field, sentence);
    }
  });

  it("the error for method does not mention the legacy value", async () => {
    const { body } = await sendWith({ method: "card" });
    expect(body.message).toBe("The method must be one of credit_card_co, 3co_simple.");
  });

  it.each(["credit_card_co", "3co_simple"])("method accepts %s, and then requires an email", async (method) => {
    expect((await expectAccepted({ method })).method).toBe(method);
    expectRefused(await sendWith({ method, email: undefined }), "email", "The email field is required.");
  });

  it("the legacy method opens the full page, makes email optional and adds a Deprecation header", async () => {
    for (const email of [undefined, "ann@example.com"]) {
      const { status, body, headers } = await sendWith({ method: "credit_card", email });
      expect(status).toBe(200);
      expect(headers.deprecation).toMatch(/^@\d{10}$/);
      expect(await rowOf(body.transaction_id)).toMatchObject({
        method: "credit_card_co",
        isLegacy: true,
        email: email ?? null,
      });
    }
    const refused = await sendWith({ method: "credit_card", total: "x" });
    expect([refused.status, refused.headers.deprecation]).toEqual([400, expect.stringMatching(/^@\d{10}$/)]);
  });

  it.each([
    [
      "account number",
      "account_number",
      ["123456789", "12345678901", "0123456789", "12345abcde", "1.2e9", -1234567890],
    ],
  ])("%s has ten digits", async (words, field, values) => {
    for (const value of values) {
      const { status, body } = await sendWith({ [field]: value });
      expect([status, body.url]).toEqual([400, ""]);
      expect(body.message).toMatch(
        new RegExp(`^The ${words} (must be an account number of 10 digits|may not be greater than 10 characters)\\.$`),
      );
    }
  });

  it.each(["0", "1", "true", "false", "TRUE", "False", 0, 1, true, false])("avs accepts %j", async (avs) => {
    const { avs: isOn, expiresAt, acceptedAt } = await expectAccepted({ avs });
    expect(isOn).toBe(["1", "true"].includes(String(avs).toLowerCase()));
    expect(expiresAt.getTime() - acceptedAt.getTime()).toBe(isOn ? 300_000 : 180_000);
  });

  it("avs rejects values that are not flags", async () => {
    for (const avs of ["yes", 2, "on", []]) {
      expectRefused(await sendWith({ avs }), "avs", "The avs must be 0, 1, true or false.");
    }
  });

  it("data is returned unchanged, line ends and spaces included", async () => {
    const data = ' {"a": "ü\t😀"}\r\n ';
    expect((await expectAccepted({ data })).data).toBe(data);
  });

  it("data may be a JSON object or array, which is stored as compact JSON of at most 4,096 characters", async () => {
    expect((await expectAccepted({ data: { cart: [1, "a b"], total: null } })).data).toBe(
      '{"cart":[1,"a b"],"total":null}',
    );
    expect((await expectAccepted({ data: [] })).data).toBe("[]");
    const raw = JSON.stringify(fields({ data: "here" })).replace('"here"', '{ "price" : 10.50 }');
    const { body } = await send({}, { json: undefined, raw, headers: { "content-type": "application/json" } });
    expect((await rowOf(body.transaction_id)).data).toBe('{"price":10.50}');
    const long = { a: "x".repeat(4096 - '{"a":""}'.length) };
    expect((await expectAccepted({ data: long })).data).toHaveLength(4096);
    const message = "The data may not be greater than 4096 characters.";
    expectRefused(await sendWith({ data: { a: `${long.a}x` } }), "data", message);
  });

  const textFields = ["order_id", "origin", "data", "name", "fname", "addr1", "city", "email"];
  it.each(textFields)("%s must not contain a card number, and the answer does not repeat it", async (field) => {
    const isText = ["data", "name", "fname", "addr1", "city"].includes(field);
    const separators = ["", "-", "_", ...(isText ? [" ", "."] : [])];
    for (const separator of separators) {
      const number = ["4111", "1111", "1111", "1111"].join(separator);
      const reply = await sendWith({ [field]: field === "email" ? `${number}@example.com` : number });
      expectRefused(reply, field, `The ${field.replaceAll("_", " ")} must not contain a card number.`);
      expect(reply.text).not.toMatch(/4111.?1/);
    }
  });

  it.each(["order_id", "data"])("%s may be a timestamp that looks like a card number", async (field) => {
    expect(passesLuhn("2511202612000000")).toBe(true);
    await expectAccepted({ [field]: "2511202612000000" });
  });

  it("response_url may contain any digits", async () => {
    await expectAccepted({ response_url: "https://shop.example/4111111111111111" });
  });

  it.each([
    ["4111111111111111", null],
    ["+4111111111111111", null],
    ["4111 1111 1111 1111", null],
    ["+378282246310005", null],
    ["8685550123", null],
    ["nonsense", null],
    ["+18685550123", "+18685550123"],
    [" +1 (868) 555-0123 ", "+18685550123"],
    ["+4915123456783", "+4915123456783"],
  ])(
    "the phone %j is stored as %j: only a valid number, which is never taken for a card number",
    async (phone, stored) => {
      expect((await expectAccepted({ phone })).phone).toBe(stored);
    },
  );

  it.each(["order_id", "origin"])("%s is not trimmed: surrounding white space is refused", async (field) => {
    const sentence = `The ${field.replaceAll("_", " ")} may hold letters, digits, - and _, and must not begin or end with - or _.`;
    for (const value of [" a1", "a1 ", "\ta1", "a1\n"]) {
      expectRefused(await sendWith({ [field]: value }), field, sentence);
    }
  });

  it("email may have an internationalised domain, which is stored in ASCII form", async () => {
    expect((await expectAccepted({ email: "ann@bücher.example" })).email).toBe("ann@xn--bcher-kva.example");
  });

  it("fee_structure must be the one that the merchant pinned, if any", async () => {
    const pinned = await newShop({ feeStructure: "merchant_absorb" });
    const ask = (fee_structure: string) => send(minimalFields(pinned.accountNumber, { fee_structure }));
    expectRefused(await ask("split"), "fee_structure", "The fee structure is not accepted by this merchant.");
    expect((await ask("merchant_absorb")).status).toBe(200);
  });

  it("account_number must belong to a business account; a personal one is an invalid selection", async () => {
    const personal = await openTestAccount({ type: "PERSONAL" });
    for (const accountNumber of [personal.accountNumber, sandbox.person.accountNumber]) {
      const { status, body } = await send(minimalFields(accountNumber));
      expect([status, body.url, body.message]).toEqual([400, "", "The selected account number is invalid."]);
    }
  });
});

describe.concurrent("the total", () => {
  it.each([
    [10, 1000n],
    [10.5, 1050n],
    ["10.00", 1000n],
    ["10.5", 1050n],
    [" 10 ", 1000n],
    ["010.00", 1000n],
  ])("total accepts %j", async (total, minor) => {
    expect((await expectAccepted({ total })).total).toBe(minor);
  });

  const sentence =
    "The total must be an amount such as 10.00, with at most 2 decimals and without sign, comma or exponent.";
  const wrong = [10.005, "10.005", "1,000.00", "+5", "-5", -5, "1e3", "1E2", "10.", ".5", "10.00 TTD", "$10", "0x10"];
  it.each([...wrong, "１０", "10 00", "NaN", "Infinity", true, "9".repeat(16), [10], { a: 1 }])(
    "total rejects %j",
    async (total) => {
      const reply = await sendWith({ total });
      const isScalar = typeof total !== "object";
      expectRefused(reply, "total", isScalar ? sentence : "The total must be text.");
    },
  );

  it("total rejects an exponent in JSON too", async () => {
    const json = JSON.stringify(fields({ total: 0 })).replace('"total":0', '"total":1e3');
    const { body } = await send({}, { json: undefined, raw: json, headers: { "content-type": "application/json" } });
    expect(body.message).toBe(sentence);
  });

  const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
  const ways = Object.entries(platforms).flatMap(([code, { currency }]) => [
    { code, currency },
    { code, currency: "USD" as const },
  ]);
  it.each(ways)(
    "total in $code in $currency is limited to the currency's range, to the cent",
    async ({ code, currency }) => {
      const { minimum, maximum } = totalLimits[currency];
      const base = { country_code: code, currency };
      for (const total of [minimum, maximum]) await expectAccepted({ ...base, total: decimal(total) });
      for (const total of [minimum - 1n, maximum + 1n, 0n]) {
        const message = `The total must be between ${decimal(minimum)} and ${decimal(maximum)} ${currency}.`;
        expectRefused(await sendWith({ ...base, total: decimal(total) }), "total", message);
      }
    },
  );
});
