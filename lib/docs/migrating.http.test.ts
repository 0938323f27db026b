import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { apiDocument } from "@/lib/api/document";
import { endpoints } from "@/lib/api/endpoints";
import { gonePaths, replacementOf } from "@/lib/api/gone-paths";
import { sandbox } from "@/lib/reference/sandbox";
import { isScope } from "@/lib/reference/scopes";
import { call, freshAddress } from "@/tests/support/http/client";
import { type Fields, minimalFields, newShop, requestPath, send } from "@/tests/support/http/payments";
import { findDocsPage } from "./pages";

/** Checks claims of the guide to migrating that no other test checks. */
const { roomy } = inject("product");
const guide = readFileSync("docs/guides/migrating.md", "utf8");
const page = JSON.stringify(findDocsPage("/docs/migrating")?.parts);

let accountNumber: string;
beforeAll(async () => {
  ({ accountNumber } = await newShop());
});

describe("the tables of old names", () => {
  it("list every removed path with a replacement that the API has", () => {
    const known = endpoints.map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
    for (const path of gonePaths) {
      const replacement = replacementOf(path) ?? "";
      expect(page).toContain(`<td><code>${path}</code></td>\\n<td><code>${replacement}</code></td>`);
      expect(known).toContain(replacement.replace("?}", "}").replace(/\/$/, ""));
    }
  });

  it("name only valid new scopes, and old ones that are refused", async () => {
    const scopes = [...guide.matchAll(/`((?:svc|wapi)-[\w-]+)`/g)].map(([, name = ""]) => name);
    const [old, current] = [scopes.filter((name) => name.startsWith("wapi")), scopes.filter(isScope)];
    expect([old.length, old.length + current.length]).toEqual([4, scopes.length]);
    for (const name of old) {
      const form = { email: sandbox.merchant.email, password: sandbox.password, scopes: name };
      const { status, body } = await call(roomy, "POST", "/api/auth/tokens", { form, as: freshAddress() });
      expect([status, body.message]).toEqual([400, "The scopes field has invalid values."]);
    }
  });

  it("end with the current version, which every answer names", async () => {
    const versions = [...guide.matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, version]) => version);
    const { headers } = await call(roomy, "GET", "/api/withdrawals/meta");
    expect([versions.at(-1), headers["x-api-version"]]).toEqual(Array(2).fill(apiDocument().info.version));
  });
});

describe("a payment request of an existing client", () => {
  it.each<[string, Fields, Record<string, string>?]>([
    ["a total without decimals as a JSON number", { total: 10 }],
    ["a total with one decimal", { total: "10.5" }],
    ["avs in capitals", { avs: "FALSE" }],
    ["the legacy method without an email", { method: "credit_card", email: undefined }],
    ["empty and unknown fields", { addr2: "", api_key: "secret", hash: "x" }],
    ["a credential that is not one", {}, { authorization: "Bearer x", "x-svc-key": "x" }],
    ["a full name and its parts", { name: "Ada King", fname: "Ada" }],
    ["a state without its country's prefix", { country: "US", state: "NY" }],
  ])("with %s is accepted", async (_what, fields, headers = {}) => {
    const { status, text } = await send(minimalFields(accountNumber, fields), { headers });
    expect([status, text]).toEqual([200, expect.stringContaining('"OK"')]);
  });

  it.each([
    ["a thousands comma", { total: "1,000.00" }, "total"],
    ["three decimals", { total: "10.005" }, "total"],
    ["an order id with a hyphen at its end", { order_id: "a-" }, "order_id"],
    ["a card number", { addr1: "4111111111111111" }, "addr1"],
  ])("with %s is refused, and the error names the field", async (_what, fields, name) => {
    const { status, body } = await send(minimalFields(accountNumber, fields));
    expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
  });
});

describe("what does not work", () => {
  it.each(["/plugins/wpwc/config", "/v1/transactions", "/api/v2/transactions"])("%s does not exist", async (path) =>
    expect((await call(roomy, "GET", path)).status).toBe(404),
  );

  it("other places for a key are ignored", async () => {
    const headers = [{ "x-api-key": sandbox.apiKey }, { authorization: `Bearer ${sandbox.apiKey}` }];
    for (const path of ["/api/transactions", `/api/transactions?api_key=${sandbox.apiKey}`]) {
      for (const sent of headers) expect((await call(roomy, "GET", path, { headers: sent })).status).toBe(401);
    }
    expect((await call(roomy, "GET", "/api/transactions", { key: sandbox.apiKey })).status).toBe(200);
  });
});

it("a trailing slash of the payment request needs no redirect", async () => {
  const json = minimalFields(accountNumber);
  expect((await call(roomy, "POST", `${requestPath}/`, { json, as: freshAddress() })).status).toBe(200);
});
