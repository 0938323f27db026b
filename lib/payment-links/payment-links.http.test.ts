import { describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { mango, openLink, openPage, openSeller, payWith, showPage } from "@/tests/support/http/payment-links";
import { tokenOf } from "@/tests/support/http/payments";

const { roomy } = inject("product");
const approved = "4111111111111111";
const seller = openSeller();
const { links, newLink } = seller;

describe("the API of payment links", () => {
  it("creates, lists, shows, changes and deletes a link", async () => {
    const { id, url, slug } = await newLink({ description: "Spicy.\r\nWith pepper.", ask: "phone note", max_uses: 3 });
    expect(url).toBe(`${roomy}/pay/${slug}`);
    const { body: shown } = await links("GET", `/${id}`);
    expect(shown.data).toMatchObject({
      ...mango,
      state: "open",
      description: "Spicy.\nWith pepper.",
      ask: ["phone", "note"],
      max_uses: 3,
      uses: 0,
    });
    const { body: listed } = await links("GET");
    expect(listed.data[0].id).toBe(id);
    const { body: changed } = await links("PATCH", `/${id}`, {
      json: { amount_min: "10", amount_max: "20", open: "0", clear: "max_uses description" },
    });
    expect(changed.data).toMatchObject({
      state: "closed",
      amount: null,
      amount_min: "10.00",
      amount_max: "20.00",
      max_uses: null,
      description: null,
    });
    expect((await links("DELETE", `/${id}`)).status).toBe(200);
    expect((await links("GET", `/${id}`)).status).toBe(404);
    expect((await showPage(`/pay/${slug}`)).status).toBe(404);
    const actions = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { sequence: "asc" } });
    expect(actions.map(({ action }) => action)).toEqual([
      "payment_link.created",
      "payment_link.changed",
      "payment_link.deleted",
    ]);
  });

  it.each([
    [{ amount: undefined }, "amount"],
    [{ amount_min: "5", amount_max: "9" }, "amount"],
    [{ amount: undefined, amount_min: "9", amount_max: "5" }, "amount_max"],
    [{ amount: undefined, amount_min: "9" }, "amount_max"],
    [{ title: "x".repeat(81) }, "title"],
    [{ title: "a\nb" }, "title"],
    [{ description: "x".repeat(501) }, "description"],
    [{ description: "\u202ereversed" }, "description"],
    [{ ask: "name shoe-size" }, "ask"],
    [{ max_uses: "0" }, "max_uses"],
    [{ max_quantity: "0" }, "max_quantity"],
    [{ max_quantity: "-1" }, "max_quantity"],
    [{ max_quantity: "1.5" }, "max_quantity"],
    [{ max_quantity: "10000000" }, "max_quantity"],
    [{ max_quantity: "454" }, "max_quantity"],
    [{ amount: undefined, amount_min: "5", amount_max: "9", max_quantity: "2" }, "max_quantity"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ return_url: "javascript:alert(1)" }, "return_url"],
    [{ currency: "JMD" }, "currency"],
    [{ country_code: "BB" }, "country_code"],
  ])("refuses %j and names the field %s", async (fields, field) => {
    const { status, body } = await links("POST", "", { json: { ...mango, ...fields } });
    expect([status, Object.keys(body.errors ?? {})[0]]).toEqual([400, field]);
  });

  it("refuses a price at which the highest quantity would exceed the limit of a payment", async () => {
    const { id } = await newLink({ max_quantity: "6" });
    const { status, body } = await links("PATCH", `/${id}`, { json: { amount: "3400.01" } });
    const sentence = "The max quantity may not be greater than 5 at this price, because of the limit of a payment.";
    expect([status, body.errors]).toEqual([400, { max_quantity: [sentence] }]);
    expect((await links("PATCH", `/${id}`, { json: { amount: "3400.00" } })).body.data.max_quantity).toBe(6);
    const { body: cleared } = await links("PATCH", `/${id}`, { json: { amount: "20400.00", clear: "max_quantity" } });
    expect(cleared.data).toMatchObject({ amount: "20400.00", max_quantity: null });
  });

  it("shows and changes only links of the caller's own account and environment", async () => {
    const { id } = await newLink();
    const stranger = await newMerchant();
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await links(method, `/${id}`, { token: stranger.token, json: { title: "Mine" } })).status).toBe(404);
    }
    const { key } = await newKey(seller.merchant(), ["svc-payment-links-retrieve"]);
    expect((await links("GET", `/${id}`, { token: "", key })).status).toBe(200);
    expect((await links("DELETE", `/${id}`, { token: "", key })).status).toBe(403);
  });

  it("creates live links only for accounts that may take live payments", async () => {
    const { status, body } = await call(roomy, "POST", "/api/payment-links", {
      token: seller.merchant().token,
      json: { ...mango, environment: "live" },
    });
    expect([status, body.message]).toEqual([400, "Live payments are not enabled for this account."]);
  });

  it("refuses a limit below the uses so far", async () => {
    const { id, slug } = await newLink();
    for (let time = 0; time < 2; time++) await payWith((await openPage(slug)).token, approved);
    const { status, body } = await links("PATCH", `/${id}`, { json: { max_uses: "1" } });
    expect([status, body.errors.max_uses[0]]).toEqual([400, "The max uses must be at least 2, the uses so far."]);
  });
});

describe("the state of a link", () => {
  it("is the same for the merchant and for payers, when the merchant's rules have changed", async () => {
    const other = await newMerchant();
    const asOther = (method: string, path: string, json: object) => links(method, path, { token: other.token, json });
    const { body } = await asOther("POST", "", { ...mango, return_url: "https://old.example/thanks" });
    const { id, url } = body.data;
    const { accountNumber } = other;
    await db().merchantSettings.create({
      data: { accountNumber, responseHosts: ["new.example"], feeStructure: "customer_pay" },
    });
    expect((await openLink(tokenOf(url))).status).toBe(410);
    expect((await asOther("PATCH", `/${id}`, { title: "Mango" })).body.data.state).toBe("closed");
    const { body: mended } = await asOther("PATCH", `/${id}`, { clear: "return_url" });
    expect(mended.data).toMatchObject({ state: "open", fee_structure: "customer_pay" });
  });

  it("can be changed to closed after the link has expired", async () => {
    const { id } = await newLink();
    await db().paymentLink.update({ where: { id }, data: { expiresAt: new Date(0) } });
    expect((await links("PATCH", `/${id}`, { json: { thanks: "Bye", open: "0" } })).body.data.state).toBe("closed");
  });
});
