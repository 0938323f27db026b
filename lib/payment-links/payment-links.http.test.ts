import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { type CallOptions, call, freshAddress, type Reply } from "@/tests/support/http/client";
import { act, asBrowser, chargesOf, pay, rowOf, simulate, tokenOf, visitBank } from "@/tests/support/http/payments";

const { roomy } = inject("product");
const approved = "4111111111111111";
const declined = "4000000000000002";
const challenged = "4000000000003220";

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ platforms: ["TT", "JM"] });
});

const links = (method: string, path = "", options: CallOptions = {}): Promise<Reply> =>
  call(roomy, method, `/api/payment-links${path}?environment=sandbox`, { token: merchant.token, ...options });

const mango = {
  environment: "sandbox",
  title: "Mango chow",
  currency: "TTD",
  amount: "45.00",
  fee_structure: "merchant_absorb",
};
type Link = { id: string; url: string; slug: string };

async function newLink(fields: object = {}): Promise<Link> {
  const { status, body, text } = await links("POST", "", { json: { ...mango, ...fields } });
  if (status !== 201) throw new Error(text);
  return { ...body.data, slug: tokenOf(body.data.url) };
}

const open = (slug: string, json: object = {}): Promise<Reply> =>
  call(roomy, "POST", `/pay/${slug}`, { json, as: freshAddress() });
const submit = (slug: string, form: Record<string, string> = {}): Promise<Reply> =>
  call(roomy, "POST", `/pay/${slug}?lang=en`, { form, as: freshAddress(), headers: asBrowser });
const show = (path: string, language = "en"): Promise<Reply> =>
  call(roomy, "GET", path, { as: freshAddress(), headers: { ...asBrowser, "accept-language": language } });

async function openPage(slug: string, json: object = {}) {
  const { status, body, text } = await open(slug, json);
  if (status !== 200) throw new Error(text);
  return { token: tokenOf(body.url), transactionId: body.transaction_id as string };
}
const withEmail = { email: "payer@example.com" };
const payWith = (token: string, number: string) => pay(token, number, withEmail);

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
    expect((await show(`/pay/${slug}`)).status).toBe(404);
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
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ return_url: "javascript:alert(1)" }, "return_url"],
    [{ currency: "JMD" }, "currency"],
    [{ country_code: "BB" }, "country_code"],
  ])("refuses %j and names the field %s", async (fields, field) => {
    const { status, body } = await links("POST", "", { json: { ...mango, ...fields } });
    expect([status, Object.keys(body.errors ?? {})[0]]).toEqual([400, field]);
  });

  it("shows and changes only links of the caller's own account and environment", async () => {
    const { id } = await newLink();
    const stranger = await newMerchant();
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await links(method, `/${id}`, { token: stranger.token, json: { title: "Mine" } })).status).toBe(404);
    }
    const { key } = await newKey(merchant, ["svc-payment-links-retrieve"]);
    expect((await links("GET", `/${id}`, { token: "", key })).status).toBe(200);
    expect((await links("DELETE", `/${id}`, { token: "", key })).status).toBe(403);
  });

  it("creates live links only for accounts that may take live payments", async () => {
    const { status, body } = await call(roomy, "POST", "/api/payment-links", {
      token: merchant.token,
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

describe("paying a link", () => {
  it("names the link in the transaction and in its webhooks, and ends on the receipt", async () => {
    const { id, slug } = await newLink({ ask: "name phone address note", thanks: "Enjoy!" });
    const answers = { name: "Ada Lovelace", phone: "868 555 0123", addr1: "1 Main St", city: "Arima", country: "TT" };
    const { token, transactionId } = await openPage(slug, { ...answers, note: "No salt & pepper" });
    const { body } = await payWith(token, approved);
    expect(body.result).toMatchObject({ status: "success" });
    expect(body.result?.redirect).toBe(body.result?.receipt);
    expect(body.result?.redirect).toMatch(/\/receipt\/[\w-]{50}\?lang=en$/);
    const path = `/api/transactions/${transactionId}?environment=sandbox`;
    const { body: transaction } = await call(roomy, "GET", path, { token: merchant.token });
    expect(transaction.data ?? transaction).toMatchObject({
      payment_link_id: id,
      order_id: transactionId,
      origin: "payment-link",
    });
    const row = await rowOf(transactionId);
    expect(row).toMatchObject({
      firstName: "Ada",
      lastName: "Lovelace",
      phone: "+18685550123",
      address1: "1 Main St",
      country: "TT",
      data: "No salt & pepper",
    });
    const events = await db().webhookEvent.findMany({ where: { subject: transactionId } });
    expect(events.length).toBeGreaterThanOrEqual(2);
    for (const { data } of events) expect(data).toMatchObject({ payment_link_id: id });
    const { text } = await show(new URL(body.result?.redirect ?? "").pathname);
    for (const shown of ["Mango chow", "Enjoy!", "TTD", "45.00", transactionId, "1111"]) expect(text).toContain(shown);
    for (const hidden of ["Ada", "payer@example.com", "Main St", "No salt"]) expect(text).not.toContain(hidden);
  });

  it("lets the payer choose an amount within the bounds, with a comma or a point", async () => {
    const { slug } = await newLink({ amount: undefined, amount_min: "10", amount_max: "20", fee_structure: "split" });
    for (const amount of ["9.99", "20.01", "0", "-15", "lots", ""]) {
      const { status, body } = await open(slug, { amount });
      expect([amount, status, Object.keys(body.errors)]).toEqual([amount, 400, ["amount"]]);
    }
    const { transactionId } = await openPage(slug, { amount: "12,5" });
    expect((await rowOf(transactionId)).total).toBe(1250n);
  });

  it("ignores an amount that the payer sends for a fixed price", async () => {
    const { slug } = await newLink();
    expect((await rowOf((await openPage(slug, { amount: "0.01" })).transactionId)).total).toBe(4500n);
  });

  it("returns to the merchant's own address with a result, if the link has one", async () => {
    const { slug } = await newLink({ return_url: "https://shop.example/thanks" });
    const { body } = await payWith((await openPage(slug)).token, approved);
    expect(body.result?.redirect).toMatch(/^https:\/\/shop\.example\/thanks\?status=success&/);
    expect(body.result?.receipt).toMatch(/\/receipt\//);
  });

  it("returns to the page of the link after a failure, without a result", async () => {
    const { slug, url } = await newLink();
    const { token } = await openPage(slug);
    const { body } = await act(token, "leave");
    expect(body.result).toMatchObject({ status: "failed", redirect: url, receipt: null });
  });

  it("gives every payer of a reusable link a payment of their own", async () => {
    const { slug, id } = await newLink();
    const pages = await Promise.all(Array.from({ length: 5 }, () => openPage(slug)));
    const results = await Promise.all(pages.map(({ token }) => payWith(token, approved)));
    expect(results.map(({ body }) => body.result?.status)).toEqual(Array(5).fill("success"));
    expect((await links("GET", `/${id}`)).body.data).toMatchObject({ state: "open", uses: 5 });
  });

  it("takes exactly one of 100 payments at once on a one-time link, and charges nobody else", async () => {
    const { id, slug } = await newLink({ max_uses: 1 });
    // The account's switch about paid orders must not matter.
    const { accountNumber } = merchant;
    await db().merchantSettings.create({ data: { accountNumber, refusesPaidOrders: false } });
    const pages = await Promise.all(Array.from({ length: 100 }, () => openPage(slug)));
    const replies = await Promise.all(pages.map(({ token }) => payWith(token, approved)));
    expect(replies.filter(({ body }) => body.result?.status === "success")).toHaveLength(1);
    const refused = replies.filter(({ body }) => body.result?.status !== "success");
    for (const { body } of refused) {
      expect(body).toMatchObject({ state: "hosted", money: "not_charged" });
      expect(["link_busy", "link_used_up"]).toContain(body.notice);
    }
    const charges = await Promise.all(pages.map(({ transactionId }) => chargesOf(transactionId)));
    expect(charges.flat()).toHaveLength(1);
    expect((await links("GET", `/${id}`)).body.data).toMatchObject({ state: "used_up", uses: 1 });
    expect((await open(slug)).body.message).toBe(
      "This payment link has been paid or is being paid. This request charged nothing.",
    );
  });

  it("frees a one-time link when the payment that held it fails", async () => {
    const { slug } = await newLink({ max_uses: 1 });
    const [first, second] = [await openPage(slug), await openPage(slug)];
    await payWith(first.token, challenged);
    expect((await payWith(second.token, approved)).body.notice).toBe("link_busy");
    await visitBank(first.token);
    await act(first.token, "challenge/cancel");
    await payWith(second.token, declined);
    expect((await payWith(second.token, approved)).body.result?.status).toBe("success");
    expect((await payWith(first.token, approved)).body.notice).toBe("link_used_up");
  });

  it("keeps a one-time link used while the bank's answer is unknown", async () => {
    const { slug, id } = await newLink({ max_uses: 1 });
    const [first, second] = [await openPage(slug), await openPage(slug)];
    await payWith(first.token, "4000000000000358");
    expect((await payWith(second.token, approved)).body).toMatchObject({ notice: "link_busy", money: "not_charged" });
    expect((await links("GET", `/${id}`)).body.data.uses).toBe(1);
  });

  it("refuses a payer who opened the page before the merchant closed the link", async () => {
    const { slug, id } = await newLink();
    const { token, transactionId } = await openPage(slug);
    await links("PATCH", `/${id}`, { json: { open: "0" } });
    expect((await payWith(token, approved)).body).toMatchObject({ notice: "link_closed", money: "not_charged" });
    expect(await chargesOf(transactionId)).toEqual([]);
    await links("PATCH", `/${id}`, { json: { open: "1" } });
    expect((await payWith(token, approved)).body.result?.status).toBe("success");
  });

  it("refuses a payer who opened the page before the link expired", async () => {
    const { slug, id } = await newLink({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    const { token } = await openPage(slug);
    await db().paymentLink.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect((await payWith(token, approved)).body.notice).toBe("link_expired");
    expect((await open(slug)).status).toBe(410);
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
    expect((await open(tokenOf(url))).status).toBe(410);
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

describe("the receipt", () => {
  it("shows a refund only when it has succeeded", async () => {
    const { slug } = await newLink();
    const { token, transactionId } = await openPage(slug);
    const { body } = await payWith(token, approved);
    const path = new URL(body.result?.receipt ?? "").pathname;
    await simulate(token, { refund: "no_answer" });
    const requested = await call(roomy, "POST", `/api/transactions/${transactionId}/refund`, {
      token: merchant.token,
      json: { environment: "sandbox" },
    });
    expect(requested.status).toBeLessThan(300);
    expect((await show(path)).text).not.toContain("refunded");
    await db().refund.updateMany({
      where: { session: { transactionId } },
      data: { status: "refunded", endedAt: new Date(), dueAt: null },
    });
    expect((await show(path)).text).toContain("This payment was refunded");
  });

  it("is not shown for another token", async () => {
    const { slug } = await newLink();
    const { token } = await openPage(slug);
    const { body } = await payWith(token, approved);
    const path = new URL(body.result?.receipt ?? "").pathname;
    expect((await show(path)).status).toBe(200);
    expect((await show(`${path.slice(0, -1)}_`)).status).toBe(404);
    expect((await show(`/receipt/${token}`)).status).toBe(404);
  });
});

describe("the page of a link", () => {
  it("shows what is sold, and sends a browser without JavaScript to the checkout", async () => {
    const { slug } = await newLink({ title: "<b>Chow</b>", description: "Line one\nLine two", ask: "name" });
    const page = await show(`/pay/${slug}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("&lt;b&gt;Chow&lt;/b&gt;");
    expect(page.text).not.toContain("<b>");
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const refused = await submit(slug, { name: " " });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Enter your name.");
    const { status, headers } = await submit(slug, { name: "Ada" });
    expect(status).toBe(303);
    expect(headers.location).toMatch(/\/checkout\/[\w-]+\?lang=en$/);
  });

  it("shows a refused form again with what the payer entered", async () => {
    const { slug } = await newLink({ amount: undefined, amount_min: "10", amount_max: "20", ask: "name note" });
    const { status, text } = await submit(slug, { amount: "5", name: 'Ada "A" Lovelace', note: "<i>hi" });
    expect(status).toBe(400);
    expect(text).toContain('value="Ada &quot;A&quot; Lovelace"');
    expect(text).toContain("&lt;i&gt;hi");
    expect(text).toContain("Your card was not charged.");
    expect(text).toMatch(/Enter an amount from TTD.10\.00 to TTD.20\.00\./);
  });

  it("names every wrong answer at once", async () => {
    const { slug } = await newLink({ amount: undefined, amount_min: "10", amount_max: "20", ask: "name phone" });
    const { body } = await open(slug, { amount: "5", phone: "12" });
    expect(Object.keys(body.errors)).toEqual(["amount", "name", "phone"]);
  });

  it("never keeps or repeats a card number in the note", async () => {
    const { slug } = await newLink({ ask: "note" });
    const { status, text } = await submit(slug, { note: "My card is 4111 1111 1111 1111" });
    expect(status).toBe(400);
    expect(text).not.toContain("4111 1111");
  });

  it.each([
    ["closed", { closedAt: new Date() }, "This payment link is closed"],
    ["expired", { expiresAt: new Date(0) }, "This payment link has expired"],
    ["used_up", { usesMax: 1, uses: 1 }, "This link has been paid or is being paid"],
  ])(
    "says that a %s link cannot be paid, that nothing was charged and how to reach the merchant",
    async (_state, data, title) => {
      const { slug, id } = await newLink();
      await db().paymentLink.update({ where: { id }, data });
      const page = await show(`/pay/${slug}`);
      expect(page.status).toBe(410);
      for (const text of [title, "charged", "answer the message in which you got this link"]) {
        expect(page.text).toContain(text);
      }
      const { status, body } = await open(slug);
      expect([status, body.message]).toEqual([410, expect.stringMatching(/Nothing was charged|charged nothing/)]);
      expect((await submit(slug)).status).toBe(410);
    },
  );

  it("says that an unknown link does not exist", async () => {
    for (const slug of ["0000000000", "x", "%3Cscript%3E"]) {
      const { status, text } = await show(`/pay/${slug}`);
      expect([status, text.includes("This payment link does not exist")]).toEqual([404, true]);
      expect((await open(slug)).status).toBe(404);
    }
  });

  it("closes a live link whose account may not take live payments any more", async () => {
    const { slug, id } = await newLink();
    await db().paymentLink.update({ where: { id }, data: { environment: "live" } });
    expect((await show(`/pay/${slug}`)).status).toBe(410);
  });

  it.each(["en", "es", "fr", "nl", "pt"])("is written in %s", async (language) => {
    const { slug } = await newLink({ ask: "name phone address note" });
    const { text } = await show(`/pay/${slug}`, language);
    expect(text).toContain(`<html lang="${language}">`);
  });
});
