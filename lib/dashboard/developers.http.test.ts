import { createHash } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { kitCases } from "@/lib/conformance/run-kit";
import { sandbox } from "@/lib/reference/sandbox";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { act, type Browser, open, signIn } from "@/tests/support/http/dashboard";
import { memberOf } from "@/tests/support/http/members";
import { openCheckout, pay } from "@/tests/support/http/payments";
import { deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";

const { roomy } = inject("product");
const unusedAddress = "https://hooks.shop.example/in";

type Things = { kid: string; webhook: string; delivery: string };
let merchant: Merchant;
let browser: Browser;
/** Records that the merchant must not see: those of another merchant, and its own records of the other environment. */
const foreign: Record<string, Things> = {};

async function thingsOf(whose: Merchant, environment: "sandbox" | "live"): Promise<Things> {
  const owner = { accountNumber: whose.accountNumber, environment };
  const { kid } = await newKey(whose, ["svc-transactions-retrieve"], { environment });
  const { id: webhook } = await newEndpoint(owner, unusedAddress);
  await happen(owner);
  const [delivery] = await deliveriesOf(webhook);
  return { kid, webhook, delivery: delivery?.id ?? "" };
}

beforeAll(async () => {
  merchant = await newMerchant();
  browser = await signIn(merchant);
  foreign["another merchant"] = await thingsOf(await newMerchant(), "sandbox");
  foreign["the other environment"] = await thingsOf(merchant, "live");
});

describe.each(["another merchant", "the other environment"])("a record of %s", (whose) => {
  it.each([
    ["key", ({ kid }: Things) => `api-keys/${kid}`],
    ["endpoint", ({ webhook }: Things) => `webhooks/${webhook}`],
    ["delivery", ({ webhook, delivery }: Things) => `webhooks/${webhook}/deliveries/${delivery}`],
  ])("has no page here: %s", async (_, pathOf) => {
    const path = pathOf(foreign[whose] as Things);
    expect((await open(browser, `/dashboard/test/${path}`)).status).toBe(404);
  });

  it.each([
    ["update-api-key", 404, { name: "Mine" }],
    ["roll-api-key", 400, {}],
    ["revoke-api-key", 404, {}],
    ["update-webhook", 404, { url: unusedAddress }],
    ["delete-webhook", 404, {}],
    ["rotate-webhook", 400, {}],
    ["test-webhook", 400, {}],
    ["resend-delivery", 400, {}],
    ["resend-failed", 400, { since: "2026-01-01T00:00:00Z" }],
  ])("is not found by the action %s", async (name, status, fields) => {
    const { kid, webhook, delivery } = foreign[whose] as Things;
    const { password } = merchant;
    const ids = { kid, id: webhook, delivery_id: delivery };
    const { status: answered, body } = await act(browser, name, { ...ids, password, ...fields });
    expect([answered, body.errors]).toEqual([status, undefined]);
  });
});

describe("API keys and webhook secrets", () => {
  const askFor = (name: string, fields: object) => (password?: string) =>
    act(browser, name, { ...fields, ...(password !== undefined && { password }) });
  const required = [400, { password: ["Enter your password."] }];
  const wrong = [400, { password: ["Check your password. It is wrong."] }];

  it("are created, rolled and rotated only with the password", async () => {
    const key = { name: "Shop", environment: "sandbox", scopes: ["svc-transactions-retrieve"] };
    const { kid } = await newKey(merchant, ["svc-transactions-retrieve"]);
    const { id } = await newEndpoint({ ...merchant, environment: "sandbox" }, unusedAddress);
    for (const ask of [
      askFor("create-api-key", key),
      askFor("roll-api-key", { kid }),
      askFor("create-webhook", { url: unusedAddress, events: ["*"] }),
      askFor("rotate-webhook", { id }),
    ]) {
      const saidOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.errors];
      expect(saidOf(await ask())).toEqual(required);
      expect(saidOf(await ask("not the password"))).toEqual(wrong);
      expect((await ask(merchant.password)).status).toBe(201);
    }
  });

  it("can be narrowed or revoked without the password, and the page says which changes need it", async () => {
    const { kid } = await newKey(merchant, ["svc-user-retrieve"]);
    const change = (fields: object) => act(browser, "update-api-key", { kid, name: "Till", ...fields });
    expect((await change({ cidrs: ["203.0.113.0/24"], password: "" })).status).toBe(200);
    const refused = await change({ cidrs: ["any"] });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { password: ["Enter your password to give the key more access, more addresses or more time."] },
    ]);
    expect((await change({ cidrs: ["any"], password: "not the password" })).status).toBe(400);
    expect((await change({ cidrs: ["any"], password: merchant.password })).status).toBe(200);
    const { text } = await open(browser, `/dashboard/test/api-keys/${kid}?open=edit`);
    expect(text).toContain("Needed only to give the key more permissions, more addresses or more time.");
    expect(text).toContain("Access token");
    expect((await act(browser, "revoke-api-key", { kid })).status).toBe(200);
  });
});

describe("the URL of a webhook endpoint", () => {
  it("is changed only with the password, and the page says so", async () => {
    const { id } = await newEndpoint({ ...merchant, environment: "sandbox" }, unusedAddress);
    const change = (fields: object) => act(browser, "update-webhook", { id, ...fields });
    const url = `${unusedAddress}/moved`;
    expect((await change({ url: unusedAddress, events: ["payment.success"], password: "" })).status).toBe(200);
    expect((await change({ enabled: "0" })).status).toBe(200);
    const refused = await change({ url });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { password: ["Enter your password to change the URL."] },
    ]);
    expect((await change({ url, password: "not the password" })).status).toBe(400);
    expect((await change({ url, password: merchant.password })).body.data.url).toBe(url);
    const { text } = await open(browser, `/dashboard/test/webhooks/${id}?dialog=edit`);
    expect(text).toContain("Needed only to change the URL.");
  });
});

describe("a panel or dialog", () => {
  it.each([
    ["api-keys?create=1", "Create API key"],
    ["webhooks?add=1", "Add endpoint"],
    ["hash-key?open=show", "Show keys"],
    ["hash-key?open=rotate", "Rotate keys"],
    ["addresses?edit=1", "Edit addresses"],
  ])("is part of the page %s without JavaScript", async (path, title) => {
    const { status, text } = await open(browser, `/dashboard/test/${path}`);
    expect(status).toBe(200);
    expect(text).toMatch(new RegExp(`<dialog[^>]* open="".*<h2[^>]*>${title}</h2>`, "s"));
  });
});

describe("the page of an endpoint", () => {
  it("opens a delivery by its event, and filters failed and retrying deliveries", async () => {
    const owner = { accountNumber: merchant.accountNumber, environment: "sandbox" } as const;
    const { id } = await newEndpoint(owner, unusedAddress, ["payment.success"]);
    await happen(owner, "open-me");
    const [delivery] = await deliveriesOf(id);
    const page = `/dashboard/test/webhooks/${id}`;
    const { text } = await open(browser, `${page}?open=${delivery?.eventId}`);
    expect(text).toContain("open-me");
    expect(text).toContain("Request body");
    expect((await open(browser, page)).text).not.toContain("Request body");
    for (const status of ["failed", "retrying"]) {
      expect((await open(browser, `${page}?status=${status}`)).status).toBe(200);
    }
  });
});

describe("the hash key", () => {
  it("is revealed only with the password", async () => {
    const wrong = await act(browser, "reveal-hash-key", { password: "not the password" });
    expect([wrong.status, wrong.body.errors.password]).toEqual([400, ["Check your password. It is wrong."]]);
    const { body } = await act(browser, "reveal-hash-key", { password: merchant.password });
    expect(body.data.hash_key).toMatch(/^[0-9a-f]{48}$/);
    expect((await act(browser, "rotate-hash-key", { password: "not the password" })).status).toBe(400);
  });

  it("of the live environment is for owners only, and the page says so", async () => {
    const member = await memberOf(merchant, "developer");
    const developer = await signIn(member);
    const { password } = member;
    for (const name of ["reveal-hash-key", "rotate-hash-key", "switch-hash-key"]) {
      const { status, body } = await act(developer, name, { password }, { mode: "live" });
      expect([name, status, body.message]).toEqual([name, 403, "Your role cannot do this. Ask an owner."]);
    }
    const page = "/dashboard/live/hash-key?open=show";
    const { text } = await open(developer, page);
    expect(text).toContain("Only an owner can show or rotate the live keys.");
    expect(text).not.toContain("reveal-hash-key");
    expect((await open(browser, page)).text).toContain("reveal-hash-key");
    expect((await act(developer, "reveal-hash-key", { password })).status).toBe(200);
    const { body } = await act(browser, "reveal-hash-key", { password: merchant.password }, { mode: "live" });
    expect(body.data.hash_key).toMatch(/^[0-9a-f]{48}$/);
  });

  it("cannot be changed for the public sandbox accounts, nor can their allowed addresses", async () => {
    const everybody = await signIn({ email: sandbox.merchant.email, password: sandbox.password });
    expect((await act(everybody, "rotate-hash-key", { password: sandbox.password })).status).toBe(409);
    const addresses = { response_hosts: "shop.example", password: sandbox.password };
    expect((await act(everybody, "save-addresses", addresses)).status).toBe(409);
  });
});

describe("allowed addresses", () => {
  it("are saved only with the password, in normalised form", async () => {
    const saved = { response_hosts: "Shop.Example:443 localhost:3000", frame_origins: "https://SHOP.example/" };
    const answers = [
      await act(browser, "save-addresses", saved),
      await act(browser, "save-addresses", { ...saved, password: "not the password" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual([
      [400, { password: ["Enter your password."] }],
      [400, { password: ["Check your password. It is wrong."] }],
    ]);
    expect((await act(browser, "save-addresses", { ...saved, password: merchant.password })).status).toBe(200);
    const { text } = await open(browser, "/dashboard/test/addresses?edit=1");
    expect(text).toContain("shop.example\nlocalhost:3000");
    expect(text).toContain(">https://shop.example<");
  });

  it.each([
    ["response_hosts", "https://shop.example"],
    ["response_hosts", "shop.example/return"],
    ["response_hosts", "*.example"],
    ["frame_origins", "http://shop.example"],
    ["frame_origins", "https://shop.example/page"],
    ["frame_origins", "https://*"],
    ["frame_origins", "shop.example;"],
  ])("%s cannot be %j", async (field, value) => {
    const { status, body } = await act(browser, "save-addresses", { [field]: value, password: merchant.password });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });
});

it("the request log shows a key's requests and the reasons of refusals after a moment", async () => {
  const { key, kid } = await newKey(merchant, ["svc-transactions-retrieve"]);
  await call(roomy, "GET", "/api/user/?secret=1", { key });
  await expect
    .poll(async () => (await open(browser, "/dashboard/test/requests?only=refused")).text, { timeout: 10_000 })
    .toContain(kid);
  const { text } = await open(browser, "/dashboard/test/requests?only=refused&path=/api/user/");
  expect(text).toContain("Invalid scope(s) provided.");
  expect(text).not.toContain("secret=1");
  expect((await open(browser, "/dashboard/live/requests?only=refused")).text).not.toContain(kid);
});

it("the inspector names the mistake in a hash, using the keys of both modes, and shows no key", async () => {
  const { transactionId: id, token } = await openCheckout(merchant.accountNumber, { data: "1+1 = 100%" });
  const address = (await pay(token, "4111111111111111")).body.result?.redirect ?? "";
  const order = new URL(address).searchParams.get("order_id");
  const keyIn = async (mode: "test" | "live"): Promise<string> =>
    (await act(browser, "reveal-hash-key", { password: merchant.password }, { mode })).body.data.hash_key;
  const [key, live] = [await keyIn("test"), await keyIn("live")];
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const mistakes: [mistake: string, address: string, computed: string][] = [
    ["missing_decimals", address, md5(`${id}10${key}`)],
    ["fee_inclusive", address, md5(`${id}12.05${key}`)],
    ["wrong_key", address, md5(`${id}10.00another key`)],
    ["other_environment_key", address, md5(`${id}10.00${live}`)],
    ["decoded_twice", decodeURIComponent(address), ""],
    ["wrong_order", address, md5(`${key}${id}10.00`)],
    ["order_id", address, md5(`${order}10.00${key}`)],
    ["upper_case", address, md5(`${id}10.00${key}`).toUpperCase()],
    ["changed", address.replace("total=12.05", "total=1.00"), ""],
    ["right", address, md5(`${id}10.00${key}`)],
  ];
  for (const [mistake, pasted, computed] of mistakes) {
    const { body, text } = await act(browser, "inspect-redirect", { address: pasted, computed });
    expect(body.data.findings[0].mistake, mistake).toBe(mistake);
    for (const secret of [key, live]) expect(text).not.toContain(secret);
  }
});

it("“Test my integration” finds no mistake of the demo shop with the addresses that its form suggests", async () => {
  const shop = await signIn({ email: sandbox.shop.email, password: sandbox.password });
  const page = "/dashboard/test/conformance";
  const { text: untested } = await open(browser, page);
  expect(untested).toContain("What we test");
  for (const { title } of kitCases) expect(untested.replaceAll("&#x27;", "'")).toContain(`<li>${title}</li>`);
  const { text: form } = await open(shop, page);
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const suggested = inputs.map((tag) => [/ name="(\w+)"/.exec(tag)?.[1], / value="([^"]*)"/.exec(tag)?.[1]]);
  const fields = Object.fromEntries(suggested.filter(([name, value]) => name && value));
  expect((await act(shop, "test-integration", fields)).status).toBe(200);
  const { text: report } = await open(shop, page);
  const outcomes = report.matchAll(/data-case="([\w-]+)" data-outcome="(\w+)"/g);
  // The account has no webhook endpoint.
  const expected = kitCases.filter(({ id }) => !id.startsWith("webhook-")).map(({ id }) => [id, "passed"]);
  expect(Object.fromEntries([...outcomes].map(([, id, outcome]) => [id, outcome]))).toEqual(
    Object.fromEntries(expected),
  );
});
