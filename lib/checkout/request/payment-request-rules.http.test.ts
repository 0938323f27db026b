import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { call, freshAddress } from "@/tests/support/http/client";
import {
  type Fields,
  minimalFields,
  newShop,
  requestPath,
  rowOf,
  type Shop,
  send,
} from "@/tests/support/http/payments";

/** Rules of a payment request across fields, merchant and environment. */
const { publicUrl, roomy, production } = inject("product");
let shop: Shop;
let liveShop: Shop;
beforeAll(async () => {
  shop = await newShop();
  liveShop = await newShop({}, { isLive: true });
});

const sendWith = (overrides: Fields, of: Shop = shop) => send(minimalFields(of.accountNumber, overrides));

async function refusalOf(overrides: Fields, of?: Shop) {
  const { status, body } = await sendWith(overrides, of);
  expect([status, body.transaction_id]).toEqual([400, ""]);
  return body as { url: string; message: string; errors?: Record<string, string[]> };
}

async function rowFor(overrides: Fields, of?: Shop) {
  const { status, body, text } = await sendWith(overrides, of);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining('"OK"')]);
  return rowOf(body.transaction_id);
}

describe.concurrent("the merchant", () => {
  it("an unknown or deleted merchant gets no return address", async () => {
    const { accountNumber } = await openTestAccount();
    await db().account.update({ where: { accountNumber }, data: { deletedAt: new Date() } });
    for (const account_number of ["9999999999", accountNumber]) {
      const refusal = await refusalOf({ account_number });
      expect([refusal.url, refusal.message]).toEqual(["", "The selected account number is invalid."]);
    }
  });

  it("the merchant must be enabled for the platform", async () => {
    const refusal = await refusalOf({ country_code: "JM", currency: "JMD", total: "200.00" });
    expect(refusal.message).toBe("The country code is not enabled for this account.");
    expect(refusal.errors).toEqual({ country_code: [refusal.message] });
    expect(refusal.url).toContain("status=error");
  });

  it("the merchant must accept the currency, and the platform must have it", async () => {
    expect((await refusalOf({ currency: "BBD" })).message).toBe("The currency is not available in TT.");
    const narrow = await newShop({ currencies: ["USD"] });
    expect((await refusalOf({}, narrow)).message).toBe("The currency is not accepted by this merchant.");
    expect((await rowFor({ currency: "USD" }, narrow)).currency).toBe("USD");
  });

  it("a merchant can switch AVS on for all sessions, which then last five minutes", async () => {
    const careful = await newShop({ avs: true });
    const { avs, acceptedAt, expiresAt } = await rowFor({ avs: "0" }, careful);
    expect([avs, expiresAt.getTime() - acceptedAt.getTime()]).toEqual([true, 300_000]);
  });
});

describe.concurrent("the customer's name", () => {
  it.each([
    [{ name: "Ada King Lovelace" }, "Ada King", "Lovelace"],
    [{ name: "  Ada   Lovelace " }, "Ada", "Lovelace"],
    [{ name: "Ada" }, "Ada", null],
    [{ name: `${"a".repeat(40)} ${"b".repeat(19)}` }, "a".repeat(40), "b".repeat(19)],
    [{ fname: "Ada" }, "Ada", null],
    [{ fname: "Ada", lname: "Lovelace" }, "Ada", "Lovelace"],
    [{ fname: "Ada", lname: "Lovelace", name: "Grace Hopper" }, "Ada", "Lovelace"],
    [{ fname: "Ada", name: "Grace Hopper" }, "Ada", null],
    [{ fname: " ", lname: "", name: "Grace Hopper" }, "Grace", "Hopper"],
    [{}, null, null],
  ])("the name fields %j are read correctly", async (names, firstName, lastName) => {
    expect(await rowFor(names)).toMatchObject({ firstName, lastName });
  });

  it("fname and lname together must not be a card number that a shop has split", async () => {
    const { errors } = await refusalOf({ fname: "4111 1111 1111", lname: "1111" });
    expect(errors).toEqual({ fname: ["The fname must not contain a card number."] });
  });

  it("lname needs fname, and addr2 needs addr1", async () => {
    expect((await refusalOf({ lname: "Lovelace" })).message).toBe("The fname field is required when lname is present.");
    expect((await refusalOf({ addr2: "Flat 2" })).message).toBe("The addr1 field is required when addr2 is present.");
  });
});

describe.concurrent("state, country and phone", () => {
  it.each([
    [{ country: "US", state: "US-NY" }, "US-NY"],
    [{ country: "US", state: "NY" }, "US-NY"],
    [{ country: "JM", state: "01" }, "JM-01"],
    [{ country: "TT", state: "TT-POS" }, "TT-POS"],
    [{ country: "US" }, null],
    [{ state: "NY" }, null],
    [{ state: "nonsense" }, null],
    // Hong Kong and Puerto Rico have no subdivisions, so the state is ignored.
    [{ country: "HK", state: "anything" }, null],
    [{ country: "PR", state: "anything" }, null],
  ])("%j: the state is stored as its full code, or not at all", async (address, region) => {
    expect((await rowFor(address)).region).toBe(region);
  });

  it.each(["XX", "US-XX", "JM-01", "New York", "US-", "-"])(
    "the state %s is refused for the United States",
    async (state) => {
      const refusal = await refusalOf({ country: "US", state });
      expect(refusal.message).toBe("The state must be a state or province of US, such as its ISO 3166-2 code.");
      expect(refusal.errors).toEqual({ state: [refusal.message] });
    },
  );

  it("state accepts at most 30 characters", async () => {
    expect((await refusalOf({ state: "a".repeat(31) })).message).toBe(
      "The state may not be greater than 30 characters.",
    );
    await rowFor({ state: "a".repeat(30) });
  });

  it.each([
    ["us", "The country must be a country code of two capital letters."],
    ["USA", "The country may not be greater than 2 characters."],
    ["XX", "The country must be a country of ISO 3166-1."],
    ["UK", "The country must be a country of ISO 3166-1."],
    ["EU", "The country must be a country of ISO 3166-1."],
  ])("country rejects %s", async (country, message) => {
    expect((await refusalOf({ country })).message).toBe(message);
  });

  it("country_code does not fill in any customer field", async () => {
    expect(await rowFor({})).toMatchObject({ country: null, phone: null, region: null });
  });

  it.each(["123", "+1", "8685551234", "nonsense", "+1868555", "+0123456789", "1".repeat(500), 18685550123, true])(
    "an invalid phone (%j) is not an error",
    async (phone) => {
      await rowFor({ phone });
    },
  );

  it.each([[["+18685550123"]], [{ number: "+18685550123" }]])(
    "a phone that is not text (%j) is not an error either",
    async (phone) => {
      const { status, body } = await sendWith({ phone });
      if (status === 400) expect(body.message).toBe("The phone must be text.");
      else expect(status).toBe(200);
    },
  );
});

describe.concurrent("response_url", () => {
  const absolute = "The response url must be an absolute address such as https://shop.example/return.";
  const characters = "The response url has invalid characters.";
  const userInfo = "The response url must not contain a user name.";
  const own = "The response url must not be an address of this service.";
  it.each([
    ["/return", absolute],
    ["shop.example/return", absolute],
    ["//shop.example/return", absolute],
    ["https:/shop.example", absolute],
    ["https:///shop.example", absolute],
    ["https:\\\\shop.example", absolute],
    ["javascript:alert(1)", absolute],
    ["javascript://shop.example/%0aalert(1)", absolute],
    ["data:text/html,x", absolute],
    ["ftp://shop.example/", absolute],
    ["https://", absolute],
    ["http://[::1/", absolute],
    ["https://user@shop.example/", userInfo],
    ["https://user:secret@shop.example/", userInfo],
    ["https://@shop.example/", userInfo],
    ["https://shop.example/a b", characters],
    ["https://shop.example/a\tb", characters],
    ["https://shop.example/a\r\nSet-Cookie: x=1", characters],
    ["https://shop.example/\u007f", characters],
    ["https://shop.example/\u0085", characters],
    ["https://shop.example/\u202egnp", characters],
    ["https://shop.example\\@evil.example/", userInfo],
    ["https://shop.example\\evil.example/", characters],
    // Characters that URLs allow in a host but a CSP source list must not contain.
    ["https://*/return", characters],
    ["https://*.example/return", characters],
    ["https://shop.example;sandbox/return", characters],
    ["https://shop.example,evil/return", characters],
    ["https://a'b/return", characters],
    [`${publicUrl}/return`, own],
    [`${publicUrl.replace("http:", "HTTP:")}/return`, own],
    [`${publicUrl}/demo`, own],
    [`${publicUrl}/demo/returned`, own],
    [`${publicUrl}/demo/../checkout`, own],
    [`${publicUrl}/response/more`, own],
    [`${publicUrl}/response/../checkout`, own],
    [`${publicUrl}/responses`, own],
  ])("response_url rejects %j", async (response_url, message) => {
    const refusal = await refusalOf({ response_url });
    expect(refusal).toMatchObject({ url: "", message, errors: { response_url: [message] } });
  });

  it.each([
    "http://shop.example/return",
    "https://shop.example",
    "HTTPS://Shop.Example/Return",
    "https://shop.example:8443/return?a=1#part",
    "http://127.0.0.1:9/return",
    "http://[::1]:9/return",
    "https://bücher.example/zurück?ü=1",
    "https://my_shop.example/",
    `${publicUrl}/demo/return?order=1`,
    `${publicUrl}/response/`,
    `${publicUrl}/response?cart=7#top`,
  ])("response_url accepts %s in sandbox", async (response_url) => {
    expect((await rowFor({ response_url })).responseUrl).toBe(response_url);
  });

  it("response_url must be on a registered host if the merchant registered any", async () => {
    const strictShop = await newShop({ responseHosts: ["shop.example", "other.example:8443"] });
    for (const response_url of ["https://shop.example/a", "http://SHOP.example/b", "https://other.example:8443/"]) {
      await rowFor({ response_url }, strictShop);
    }
    const elsewhere = [
      "https://evil.example/",
      "https://shop.example.evil.example/",
      "https://evil.example/#shop.example",
      "https://shop.example:444/",
      "https://other.example/",
    ];
    for (const response_url of elsewhere) {
      const { url, message } = await refusalOf({ response_url }, strictShop);
      expect([url, message]).toEqual(["", "The response url must be on a host that the merchant registered."]);
    }
  });

  it("an error keeps the query and fragment of response_url and adds each of our parameters once", async () => {
    const { url, message } = await refusalOf({
      response_url: "https://shop.example/return?status=old&a=1&MESSAGE=x&message=old&a=2#part",
      order_id: "order-9",
      total: "1",
    });
    const parsed = new URL(url);
    expect(parsed.hash).toBe("#part");
    expect([...parsed.searchParams]).toEqual([
      ["a", "1"],
      ["MESSAGE", "x"],
      ["a", "2"],
      ["status", "error"],
      ["reasonDescription", message],
      ["message", message],
      ["order_id", "order-9"],
    ]);
  });
});

describe.concurrent("environment=live", () => {
  const refused = "Live payments are not enabled for this account.";

  it("live accepts accounts that the operator verified and enabled on that platform", async () => {
    const row = await rowFor({ environment: "live" }, liveShop);
    expect(row.transactionId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const verifiedOnly = await newShop();
    await db().account.update({
      where: { accountNumber: verifiedOnly.accountNumber },
      data: { verifiedAt: new Date() },
    });
    const enabledOnly = await newShop();
    await db().account.update({ where: { accountNumber: enabledOnly.accountNumber }, data: { livePlatforms: ["TT"] } });
    for (const account of [shop, verifiedOnly, enabledOnly]) {
      expect(await refusalOf({ environment: "live" }, account)).toMatchObject({
        message: refused,
        errors: { environment: [refused] },
      });
    }
  });

  it("live refuses a platform of the account that was not enabled", async () => {
    const wide = await newShop({}, { isLive: true, platforms: ["TT", "JM"] });
    const jamaica = { country_code: "JM", currency: "JMD", total: "200.00" };
    expect((await refusalOf({ ...jamaica, environment: "live" }, wide)).message).toBe(refused);
    await rowFor(jamaica, wide);
  });

  it("live always refuses the public sandbox account", async () => {
    const { body } = await send(minimalFields(sandbox.merchant.accountNumber, { environment: "live" }));
    expect(body.message).toBe(refused);
  });

  it("live is refused in production where only the simulator could charge", async () => {
    const json = minimalFields(liveShop.accountNumber, { environment: "live" });
    const { status, body } = await call(production, "POST", requestPath, { json });
    expect(status).toBe(400);
    // Another test may add a terminal for another currency meanwhile.
    expect([refused, "The currency is not available for live payments in TT yet."]).toContain(body.message);
    const inSandbox = await call(production, "POST", requestPath, { json: { ...json, environment: "sandbox" } });
    expect(inSandbox.body.url).toMatch(/^https:\/\/pay\.example\.com\/checkout\//);
  });

  it("live requires an https response_url that is not ours", async () => {
    for (const response_url of ["http://shop.example/return", "http://127.0.0.1:3099/return"]) {
      const { url, message } = await refusalOf({ environment: "live", response_url }, liveShop);
      expect([url, message]).toEqual(["", "The response url must use https."]);
    }
    for (const path of ["/demo/return", "/response", "/response/"]) {
      const own = await refusalOf({ environment: "live", response_url: `${publicUrl}${path}` }, liveShop);
      expect(own.url).toBe("");
    }
  });
});

describe.concurrent("the helper lists", () => {
  const get = (path: string) => call(roomy, "GET", `/plugins/get/${path}`, { as: freshAddress() });

  it("the helper lists need no credentials and work with and without a trailing slash", async () => {
    for (const slash of ["", "/"]) {
      expect((await get(`currencies${slash}`)).body.sort()).toEqual(["BBD", "GYD", "JMD", "TTD", "USD", "XCD"]);
      expect((await get(`currencies${slash}?country_code=BB`)).body).toEqual(["BBD", "USD"]);
      expect((await get(`environments${slash}`)).body).toEqual(["live", "sandbox"]);
      expect(Object.keys((await get(`fee_structures${slash}`)).body)).toEqual([
        "customer_pay",
        "merchant_absorb",
        "split",
      ]);
      expect((await get(`states${slash}?country_code=JM`)).body).toMatchObject({ "JM-01": "Kingston" });
      expect((await get(`states${slash}?country_code=HK`)).body).toEqual({});
    }
  });

  it.each([
    "currencies?country_code=US",
    "currencies?country_code=tt",
    "states",
    "states?country_code=XX",
    "states?country_code=",
    "states?country_code=__proto__",
  ])("%s answers 400 with a message", async (path) => {
    const { status, body } = await get(path);
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^The country code (field is required|must be|may not be)/),
    ]);
  });

  it("the helper lists allow only GET, and unknown lists answer 404", async () => {
    expect((await call(roomy, "POST", "/plugins/get/currencies")).status).toBe(405);
    expect(await get("nothing")).toMatchObject({ status: 404, body: { message: "Not Found" } });
  });
});
