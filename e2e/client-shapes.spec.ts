import { randomBytes } from "node:crypto";
import { expect, test } from "@/tests/support/browser/checkout-page";
import { payInSession } from "@/tests/support/browser/paid-order";
import { type Shop, tokenOf } from "@/tests/support/browser/shop";

/** Requests that a shop's page sends from its own origin, in a real browser. */
const fieldsOf = (shop: Shop, overrides: Record<string, string> = {}) => ({
  account_number: "1234567890",
  country_code: "TT",
  currency: "TTD",
  environment: "sandbox",
  fee_structure: "customer_pay",
  method: "credit_card_co",
  order_id: `e2e-${randomBytes(6).toString("hex")}`,
  origin: "e2e-shop",
  response_url: `${shop.origin}/return?basket=7`,
  total: "10.00",
  email: "ada@example.com",
  ...overrides,
});

const kinds = ["urlencoded form", "multipart form", "JSON"] as const;

test("a script on a foreign page gets its url by fetch, with a form, a multipart form or JSON as the body, and can read why a request was refused, and the helper lists", async ({
  page,
  shop,
  baseURL,
  watch,
}) => {
  watch.allow(/400/);
  await page.goto(`${shop.origin}/basket`);
  for (const kind of kinds) {
    const asked = { address: `${baseURL}/plugins/payments/request`, fields: fieldsOf(shop), kind };
    const answer = await page.evaluate(async ({ address, fields, kind }) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const body = {
        "urlencoded form": new URLSearchParams(fields),
        "multipart form": form,
        JSON: JSON.stringify(fields),
      }[kind];
      const headers = {
        ...(kind === "JSON" && { "content-type": "application/json" }),
        "idempotency-key": fields.order_id,
      };
      const response = await fetch(address, { method: "POST", body, headers: headers as Record<string, string> });
      return { status: response.status, body: (await response.json()) as { url: string; message: string } };
    }, asked);
    expect(answer, kind).toMatchObject({ status: 200, body: { message: "OK" } });
    const hosted = await page.request.get(answer.body.url, { headers: { accept: "text/html" } });
    expect(await hosted.text(), kind).toContain('data-testid="checkout" data-state="hosted"');
  }
  const asked = { payments: baseURL ?? "", fields: fieldsOf(shop, { total: "0.01" }) };
  const read = await page.evaluate(async ({ payments, fields }) => {
    const refused = await fetch(`${payments}/plugins/payments/request`, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    const list = await fetch(`${payments}/plugins/get/currencies`, { headers: { "x-requested-with": "shop" } });
    return { message: (await refused.json()).message as string, currencies: (await list.json()) as string[] };
  }, asked);
  expect(read.message).toBe("The total must be between 5.00 and 20400.00 TTD.");
  expect(read.currencies).toContain("TTD");
});

test("a form that repeats a hidden field leads to the hosted page, and the shop keeps its own signature", async ({
  page,
  shop,
  baseURL,
}) => {
  const fields = fieldsOf(shop, { response_url: `${shop.origin}/return?signature=mine&basket=7` });
  await page.goto(`${shop.origin}/basket`);
  const asked = { action: `${baseURL}/plugins/payments/request`, fields };
  await page.evaluate(({ action, fields }) => {
    const form = Object.assign(document.createElement("form"), { method: "POST", action });
    for (const [name, value] of [...Object.entries(fields), ["total", "10.00"]]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    form.submit();
  }, asked);
  await expect(page.getByTestId("checkout")).toHaveAttribute("data-state", "hosted");
  const { result } = await payInSession({ token: tokenOf(page.url()) });
  const { searchParams } = new URL(result.redirect);
  expect([searchParams.get("signature"), searchParams.get("status")]).toEqual(["mine", "success"]);
  expect(searchParams.get("tw_signature")).toMatch(/^[0-9a-f]{64}$/);
});
