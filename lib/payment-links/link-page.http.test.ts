import { describe, expect, inject, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { call } from "@/tests/support/http/client";
import { openLink, openPage, openSeller, payWith, showPage, submitLink } from "@/tests/support/http/payment-links";
import { act, asBrowser, cardFields, moveClock, simulate } from "@/tests/support/http/payments";
import { fund } from "@/tests/support/http/withdrawals";

const { roomy } = inject("product");
const approved = "4111111111111111";
const groups = ["4111", "1111", "1111", "1111"];
const seller = openSeller();
const { newLink } = seller;

describe("the page of a link", () => {
  it("shows what is sold, and sends a browser without JavaScript to the checkout", async () => {
    const { slug } = await newLink({ title: "<b>Chow</b>", description: "Line one\nLine two", ask: "name" });
    const page = await showPage(`/pay/${slug}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("&lt;b&gt;Chow&lt;/b&gt;");
    expect(page.text).not.toContain("<b>");
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const refused = await submitLink(slug, { name: " " });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Enter your name.");
    const { status, headers } = await submitLink(slug, { name: "Ada" });
    expect(status).toBe(303);
    expect(headers.location).toMatch(/\/checkout\/[\w-]+\?lang=en$/);
  });

  it("gives chats a preview, and asks search engines not to list the page", async () => {
    const { slug, url } = await newLink({ title: '"Chow" & <b>', description: "Line one" });
    const { text } = await showPage(`/pay/${slug}`);
    const metas = [...text.matchAll(/<meta (?:name|property)="(robots|og:\w+)" content="([^"]*)"/g)];
    expect(metas.map(([, name, content]) => [name, content])).toEqual([
      ["robots", "noindex, nofollow"],
      ["og:type", "website"],
      ["og:title", "&quot;Chow&quot; &amp; &lt;b&gt;"],
      ["og:site_name", expect.stringMatching(/./)],
      ["og:description", "Line one"],
      ["og:url", url],
    ]);
  });

  it("shows a refused form again with what the payer entered", async () => {
    const { slug } = await newLink({ amount: undefined, amount_min: "10", amount_max: "20", ask: "name note" });
    const { status, text } = await submitLink(slug, { amount: "5", name: 'Ada "A" Lovelace', note: "<i>hi" });
    expect(status).toBe(400);
    expect(text).toContain('value="Ada &quot;A&quot; Lovelace"');
    expect(text).toContain("&lt;i&gt;hi");
    expect(text).toContain("Your card was not charged.");
    expect(text).toMatch(/Enter an amount from TTD.10\.00 to TTD.20\.00\./);
  });

  it("lets a payer without JavaScript correct the form, pay and open the receipt", async () => {
    const { slug } = await newLink({ ask: "phone" });
    const refused = await submitLink(slug, { phone: "12" });
    expect(refused.text).toMatch(/role="alert".*Your card was not charged\./s);
    expect(refused.text).toMatch(/<input[^>]* name="phone"[^>]* value="12"/);
    const { headers } = await submitLink(slug, { phone: "868 555 0123" });
    const { pathname: page } = new URL(headers.location ?? "", roomy);
    const form = { ...cardFields(approved), email: "payer@example.com" };
    await call(roomy, "POST", `${page}/pay`, { form, headers: asBrowser });
    const [, receipt = ""] =
      /<a\b[^>]* href="([^"]*)"[^>]*><span>Open the receipt/.exec((await showPage(page)).text) ?? [];
    expect((await showPage(new URL(receipt, roomy).pathname)).text).toContain("Mango chow");
    const { phone } = await db().checkoutSession.findFirstOrThrow({ where: { paymentLink: { slug } } });
    expect(phone).toBe("+18685550123");
  });

  it("asks for a quantity up to what is left, and shows the price of one piece", async () => {
    const { slug, id } = await newLink({ max_uses: 9, max_quantity: 6, fee_structure: "split" });
    await db().paymentLink.update({ where: { id }, data: { uses: 5 } });
    const { text } = await showPage(`/pay/${slug}`);
    expect(text).toMatch(/<input[^>]* max="4"[^>]* name="quantity"|<input[^>]* name="quantity"[^>]* max="4"/);
    expect(text).toMatch(/TTD.45\.00 each/);
    expect(text).toContain("A processing fee is added");
    const refused = await submitLink(slug, { quantity: "5" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Enter a quantity from 1 to 4.")]);
    await db().paymentLink.update({ where: { id }, data: { uses: 8 } });
    expect((await showPage(`/pay/${slug}`)).text).not.toContain('name="quantity"');
  });

  it("is marked for its script if it asks nothing, and opening it creates no session", async () => {
    const isMarked = async (fields: object) => {
      const { slug } = await newLink(fields);
      const { text } = await showPage(`/pay/${slug}`);
      expect(await db().checkoutSession.count({ where: { paymentLink: { slug } } })).toBe(0);
      return text.includes("data-once");
    };
    expect(await isMarked({})).toBe(true);
    expect(await isMarked({ ask: "note" })).toBe(false);
    expect(await isMarked({ max_quantity: 2 })).toBe(false);
    expect(await isMarked({ amount: undefined, amount_min: "10", amount_max: "20" })).toBe(false);
  });

  it("names every wrong answer at once", async () => {
    const { slug } = await newLink({ amount: undefined, amount_min: "10", amount_max: "20", ask: "name phone" });
    const { body } = await openLink(slug, { amount: "5", phone: "12" });
    expect(Object.keys(body.errors)).toEqual(["amount", "name", "phone"]);
  });

  it.each([" ", "-", ".", "_"])(
    "never keeps or repeats a card number in the note, written with %j between its groups",
    async (separator) => {
      const { slug } = await newLink({ ask: "note" });
      const { status, text } = await submitLink(slug, { note: `My card is ${groups.join(separator)}` });
      expect(status).toBe(400);
      expect(text).not.toContain(groups.slice(0, 2).join(separator));
      expect(text).toContain("never enter a card number");
    },
  );

  it.each([
    ["closed", { closedAt: new Date() }, "This payment link is closed"],
    ["expired", { expiresAt: new Date(0) }, "This payment link has expired"],
    ["used_up", { usesMax: 1, uses: 1 }, "This link is being paid at the moment"],
  ])(
    "says that a %s link cannot be paid, that nothing was charged and how to reach the merchant",
    async (_state, data, title) => {
      const { slug, id } = await newLink();
      await db().paymentLink.update({ where: { id }, data });
      const page = await showPage(`/pay/${slug}`);
      expect(page.status).toBe(410);
      for (const text of [title, "charged", "answer the message in which you got this link"]) {
        expect(page.text).toContain(text);
      }
      const { status, body } = await openLink(slug);
      expect([status, body.message]).toEqual([410, expect.stringMatching(/Nothing was charged|charged nothing/)]);
      expect((await submitLink(slug)).status).toBe(410);
    },
  );

  it("says that a link is being paid, and once it is paid for good says that it has been paid", async () => {
    const { slug } = await newLink({ max_uses: 1 });
    const { token } = await openPage(slug);
    await simulate(token, { gateway: "no_answer_approved" });
    const paying = payWith(token, approved);
    await vi.waitUntil(async () => (await showPage(`/pay/${slug}`)).status === 410, { timeout: 10_000 });
    expect((await showPage(`/pay/${slug}`)).text).toContain("This link is being paid at the moment");
    expect((await openLink(slug)).body.message).toBe("This payment link is being paid. This request charged nothing.");
    await moveClock(token, { advance_ms: 30_000 });
    await paying;
    await vi.waitUntil(async () => (await act(token, "state")).body.money === "charged", { timeout: 30_000 });
    const paid = await showPage(`/pay/${slug}`);
    expect([paid.status, paid.text]).toEqual([410, expect.stringContaining("This payment link has been paid")]);
    expect(paid.text).not.toContain("being paid");
    expect((await openLink(slug)).body.message).toBe("This payment link has been paid. This request charged nothing.");
  });

  it("says that an unknown link does not exist", async () => {
    for (const slug of ["0000000000", "x", "%3Cscript%3E"]) {
      const { status, text } = await showPage(`/pay/${slug}`);
      expect([status, text.includes("This payment link does not exist")]).toEqual([404, true]);
      expect((await openLink(slug)).status).toBe(404);
    }
  });

  it("closes a live link whose account may not take live payments any more", async () => {
    const { slug, id } = await newLink();
    await db().paymentLink.update({ where: { id }, data: { environment: "live" } });
    expect((await showPage(`/pay/${slug}`)).status).toBe(410);
  });

  it.each(["en", "es", "fr", "nl", "pt"])("is written in %s", async (language) => {
    const { slug } = await newLink({ ask: "name phone address note" });
    const { text } = await showPage(`/pay/${slug}`, language);
    expect(text).toContain(`<html lang="${language}">`);
  });
});

describe("the receipt", () => {
  it("shows a refund only when it has succeeded", async () => {
    const { slug } = await newLink();
    const { token, transactionId } = await openPage(slug);
    const { body } = await payWith(token, approved);
    const path = new URL(body.result?.receipt ?? "").pathname;
    await fund(seller.merchant().accountNumber, 10_000n);
    await simulate(token, { refund: "no_answer" });
    const requested = await call(roomy, "POST", `/api/transactions/${transactionId}/refund`, {
      token: seller.merchant().token,
      json: { environment: "sandbox" },
    });
    expect(requested.status).toBeLessThan(300);
    expect((await showPage(path)).text).not.toContain("refunded");
    await db().refund.updateMany({
      where: { session: { transactionId } },
      data: { status: "refunded", endedAt: new Date(), dueAt: null },
    });
    expect((await showPage(path)).text).toContain("This payment was refunded");
  });

  it("is not shown for another token", async () => {
    const { slug } = await newLink();
    const { token } = await openPage(slug);
    const { body } = await payWith(token, approved);
    const path = new URL(body.result?.receipt ?? "").pathname;
    expect((await showPage(path)).status).toBe(200);
    const otherEnd = path.endsWith("A") ? "B" : "A";
    expect((await showPage(path.slice(0, -1) + otherEnd)).status).toBe(404);
    expect((await showPage(`/receipt/${token}`)).status).toBe(404);
  });
});

describe("the QR code of a link", () => {
  it("is an SVG or a PNG, and a client may fetch 60 a minute", async () => {
    const { slug } = await newLink();
    const [strict] = inject("product").strict;
    const fetchCode = (file: string) => call(strict, "GET", `/pay/${slug}/${file}`, { from: "127.0.0.61" });
    for (const [file, type] of [
      ["qr.svg", "image/svg+xml"],
      ["qr.png", "image/png"],
    ] as const) {
      const { status, headers } = await fetchCode(file);
      expect([status, headers["content-type"]]).toEqual([200, type]);
      expect(headers["ratelimit-policy"]).toBe('"default";q=60;w=60');
    }
    expect((await fetchCode("qr.gif")).status).toBe(404);
  });
});

describe("the mail about a paid link", () => {
  it("names what was bought, and leads to the receipt in the language of the checkout and not to the link", async () => {
    const { slug } = await newLink();
    const { token } = await openPage(slug);
    const email = `payer-${token.slice(0, 26).toLowerCase()}@example.com`;
    await act(token, "pay", { json: cardFields(approved, { email, language: "fr" }) });
    const { text } = await db().mail.findFirstOrThrow({ where: { recipient: email } });
    expect(text).toMatch(/\/receipt\/[\w-]{50}\?lang=fr/);
    expect(text).toContain("Reçu\u00a0: Mango chow");
    expect(text).not.toContain(`/pay/${slug}`);
  });
});
