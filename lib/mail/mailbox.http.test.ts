import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import { newShop, openCheckout, pay } from "@/tests/support/http/payments";

const { roomy, production } = inject("product");
const look = (path: string, origin = roomy) => call(origin, "GET", path, { headers: { accept: "text/html" } });

/** Pays on the Dutch page, and returns the id of the receipt. */
async function receiptOf(accountNumber: string): Promise<string> {
  const { token, transactionId } = await openCheckout(accountNumber);
  await pay(token, "4111111111111111", { language: "nl" });
  const { id } = await db().mail.findFirstOrThrow({ where: { text: { contains: transactionId } } });
  return id;
}

let [publicMail, ownMail] = ["", ""];
beforeAll(async () => {
  publicMail = await receiptOf(sandbox.merchant.accountNumber);
  ownMail = await receiptOf((await newShop()).accountNumber);
});

describe("the mailbox at /sandbox/mail", () => {
  it("shows every mail in development, in the language of the checkout page", async () => {
    const list = await look("/sandbox/mail");
    expect(list.status).toBe(200);
    for (const id of [publicMail, ownMail]) expect(list.text).toContain(`/sandbox/mail/${id}`);
    const page = await look(`/sandbox/mail/${ownMail}`);
    expect(page.text).toContain("Uw betaling is gelukt.");
    expect(page.text).toContain("Auto-Submitted: auto-generated");
    expect(page.headers["cache-control"]).toContain("no-store");
    const older = await look(`/sandbox/mail?before=${publicMail}`);
    expect((await look("/sandbox/mail?before=%00")).status).toBe(200);
    expect([older.status, older.text.includes(`href="/sandbox/mail/${publicMail}"`)]).toEqual([200, false]);
  });

  it("is filtered by address and kind, without a script", async () => {
    const email = `${newUlid()}@example.com`.toLowerCase();
    const { token } = await openCheckout((await newShop()).accountNumber, { email });
    await pay(token, "4111111111111111");
    const { id } = await db().mail.findFirstOrThrow({ where: { recipient: email } });
    const { text } = await look(`/sandbox/mail?to=${email}`);
    expect(new Set(text.match(/href="\/sandbox\/mail\/\w{26}"/g))).toEqual(new Set([`href="/sandbox/mail/${id}"`]));
    const headers = { cookie: `mailbox=${encodeURIComponent(email)}` };
    const mine = await call(roomy, "GET", "/sandbox/mail?mine=1", { headers: { accept: "text/html", ...headers } });
    expect(new Set(mine.text.match(/href="\/sandbox\/mail\/\w{26}"/g))).toEqual(
      new Set([`href="/sandbox/mail/${id}"`]),
    );
    const none = await look(`/sandbox/mail?to=${email}&kind=refund`);
    expect(none.text).toContain("No mail matches the filter");
    expect(none.text).toMatch(/<a\b[^>]* href="\/sandbox\/mail"[^>]*>Clear</);
  });

  it("shows the HTML of a mail in a sandboxed frame", async () => {
    const page = await look(`/sandbox/mail/${ownMail}`);
    expect(page.text).toMatch(
      new RegExp(
        `<iframe[^>]* src="/sandbox/mail/${ownMail}/html" sandbox="allow-same-origin allow-top-navigation-by-user-activation"`,
      ),
    );
    expect(page.headers["content-security-policy"]).toMatch(/frame-src 'self'; frame-ancestors 'none'/);
    const html = await look(`/sandbox/mail/${ownMail}/html`);
    expect(html.headers["content-security-policy"]).toBe(
      "sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    expect(html.text).toContain('<html lang="nl">');
  });

  it.each(["", "/html"])("answers 404 for an unknown mail: /sandbox/mail/{id}%s", async (more) => {
    for (const id of [newUlid(), "1", "%00"]) expect((await look(`/sandbox/mail/${id}${more}`)).status).toBe(404);
  });

  it("has the product's content security policy on every page but the HTML of a mail", async () => {
    for (const path of ["", `/${ownMail}`, `/${ownMail}/other`, `/${ownMail}/html/more`])
      expect((await look(`/sandbox/mail${path}`)).headers["content-security-policy"]).toContain("'strict-dynamic'");
  });

  it("answers 404 in production without the public sandbox", async () => {
    for (const path of ["", `/${publicMail}`, `/${publicMail}/html`])
      expect((await look(`/sandbox/mail${path}`, production)).status).toBe(404);
  });
});
