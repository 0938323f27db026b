import { describe, expect, inject, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { call } from "@/tests/support/http/client";
import { openLink, openPage, openSeller, payWith, showPage } from "@/tests/support/http/payment-links";
import { act, chargesOf, moveClock, rowOf, visitBank } from "@/tests/support/http/payments";
import { fund } from "@/tests/support/http/withdrawals";

const { roomy } = inject("product");
const approved = "4111111111111111";
const declined = "4000000000000002";
const challenged = "4000000000003220";
const payerCount = inject("isDeep") ? 100 : 12;
const seller = openSeller();
const { links, newLink } = seller;

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
    const { body: transaction } = await call(roomy, "GET", path, { token: seller.merchant().token });
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
    for (const { data } of events) expect(data).toMatchObject({ payment_link_id: id, reference: row.reference });
    expect(body.order_id).toBe(row.reference);
    const { text } = await showPage(new URL(body.result?.redirect ?? "").pathname);
    for (const shown of ["Mango chow", "Enjoy!", "TTD", "45.00", `${row.reference}<`, transactionId, "1111"])
      expect(text).toContain(shown);
    for (const hidden of ["Ada", "payer@example.com", "Main St", "No salt"]) expect(text).not.toContain(hidden);
  });

  it("lets the payer choose an amount within the bounds, with a comma or a point", async () => {
    const { slug } = await newLink({ amount: undefined, amount_min: "10", amount_max: "20", fee_structure: "split" });
    for (const amount of ["9.99", "20.01", "0", "-15", "lots", ""]) {
      const { status, body } = await openLink(slug, { amount });
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

  it(`takes exactly one of ${payerCount} payments at once on a one-time link, and charges no other payer`, async () => {
    const { id, slug } = await newLink({ max_uses: 1 });
    // The account's switch about paid orders must not matter.
    const { accountNumber } = seller.merchant();
    await db().merchantSettings.create({ data: { accountNumber, refusesPaidOrders: false } });
    const pages = await Promise.all(Array.from({ length: payerCount }, () => openPage(slug)));
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
    expect((await openLink(slug)).body.message).toBe("This payment link has been paid. This request charged nothing.");
  });

  it(`sells exactly its stock to ${payerCount} payers at once who buy one or two pieces each`, async () => {
    const { id, slug } = await newLink({ max_uses: payerCount, max_quantity: 2 });
    const quantities = Array.from({ length: payerCount }, (_, index) => 1 + (index % 2));
    const pages = await Promise.all(quantities.map((quantity) => openPage(slug, { quantity: String(quantity) })));
    const replies = await Promise.all(pages.map(({ token }) => payWith(token, approved)));
    const isPaid = replies.map(({ body }) => body.result?.status === "success");
    const sold = quantities.reduce((sum, quantity, index) => sum + (isPaid[index] ? quantity : 0), 0);
    // One piece is left if all payers of one piece were faster.
    expect([payerCount - 1, payerCount]).toContain(sold);
    expect((await links("GET", `/${id}`)).body.data.uses).toBe(sold);
    const charges = await Promise.all(pages.map(({ transactionId }) => chargesOf(transactionId)));
    expect(charges.map(({ length }) => length)).toEqual(isPaid.map(Number));
    expect(charges.flat().reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(sold) * 4500n);
    for (const { body } of replies.filter((_, index) => !isPaid[index])) expect(body.money).toBe("not_charged");
    if (sold < payerCount) await payWith((await openPage(slug)).token, approved);
    const { status, text } = await showPage(`/pay/${slug}`);
    expect([status, text]).toEqual([410, expect.stringContaining("Sold out")]);
    expect((await openLink(slug)).body.message).toBe("This payment link is sold out. This request charged nothing.");
  });

  it("takes a quantity up to the seller's and the stock's, and names it in the transaction and its webhooks", async () => {
    const { id, slug } = await newLink({ max_uses: 4, max_quantity: 3 });
    for (const quantity of ["0", "-1", "1.5", "10000000", "4"]) {
      const { status, body } = await openLink(slug, { quantity });
      expect([quantity, status, Object.keys(body.errors)]).toEqual([quantity, 400, ["quantity"]]);
    }
    const { token, transactionId } = await openPage(slug, { quantity: "3" });
    const late = await openPage(slug, { quantity: "2" });
    const { body } = await payWith(token, approved);
    const receipt = await showPage(new URL(body.result?.redirect ?? "").pathname);
    expect(receipt.text).toContain("3 × Mango chow");
    const path = `/api/transactions/${transactionId}`;
    const { token: credential } = seller.merchant();
    const { body: transaction } = await call(roomy, "GET", `${path}?environment=sandbox`, { token: credential });
    expect(transaction.data).toMatchObject({ payment_link_id: id, quantity: 3, original_total: "135.00" });
    const events = await db().webhookEvent.findMany({ where: { subject: transactionId } });
    for (const { data } of events) expect(data).toMatchObject({ quantity: 3 });
    // One piece is left, and the other payer wants two.
    expect((await payWith(late.token, approved)).body).toMatchObject({ notice: "link_used_up", money: "not_charged" });
    expect((await openLink(slug, { quantity: "2" })).body.errors.quantity).toEqual([
      "The quantity must be between 1 and 1. Nothing was charged.",
    ]);
    await fund(seller.merchant().accountNumber, 20_000n);
    await call(roomy, "POST", `${path}/refund`, { token: credential, json: { environment: "sandbox" } });
    expect((await links("GET", `/${id}`)).body.data).toMatchObject({ uses: 3, state: "open" });
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

  it("lets a later payer take a one-time link over from a challenge that was not finished within 60 s", async () => {
    const { slug } = await newLink({ max_uses: 1 });
    const stranger = await openPage(slug);
    await payWith(stranger.token, challenged);
    expect((await openLink(slug)).body.message).toBe("This payment link is being paid. This request charged nothing.");
    await moveClock(stranger.token, { advance_ms: 60_000 });
    const payer = await openPage(slug);
    expect((await payWith(payer.token, approved)).body.result?.status).toBe("success");
    const { body } = await call(roomy, "GET", `/checkout/${stranger.token}/state`);
    expect(body).toMatchObject({ state: "hosted", notice: "taken_over", money: "not_charged" });
  });

  it("keeps a one-time link used while the bank's answer is unknown", async () => {
    const { slug, id } = await newLink({ max_uses: 1 });
    const [first, second] = [await openPage(slug), await openPage(slug)];
    const paying = payWith(first.token, "4000000000000358");
    await vi.waitUntil(async () => (await act(first.token, "state")).body.state === "authorising", { timeout: 30_000 });
    // The gateway's time to answer is over. The clock is stopped before the first inquiry.
    await moveClock(first.token, { advance_ms: 16_000, stopped: true });
    expect((await paying).body.money).toBe("confirming");
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
    expect((await openLink(slug)).status).toBe(410);
  });
});
