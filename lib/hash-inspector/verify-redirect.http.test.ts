import { beforeAll, describe, expect, inject, it } from "vitest";
import { hashOf, signatureOf } from "@/lib/checkout/redirect";
import { db } from "@/lib/db/client";
import { installSecrets, merchantSecrets, newSecrets } from "@/lib/hash-keys/merchant-keys";
import { newTransactionId } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { agree, checkoutOf, create } from "@/tests/support/http/card-requests";
import { call } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  type Fields,
  minimalFields,
  newShop,
  openCheckout,
  type PageReply,
  pay,
  post,
  type Shop,
  send,
} from "@/tests/support/http/payments";
import { changed, see } from "@/tests/support/http/result-page";

/** Tests of the page `/response/` with the redirects of real payments. */
const { roomy, production, publicUrl } = inject("product");
const approved = "4111111111111111";
const declined = "4000000000000002";
const responseUrl = `${publicUrl}/response/`;

let shop: Shop;
let merchant: Merchant;
let paid: string;
beforeAll(async () => {
  shop = await newShop();
  merchant = await newMerchant();
  paid = await paidRedirect({ data: "a, b" });
});

const redirectOf = ({ body }: PageReply): string => body.result?.redirect ?? "";

async function paidRedirect(fields: Fields = {}, { accountNumber } = shop): Promise<string> {
  const { token } = await openCheckout(accountNumber, { response_url: responseUrl, ...fields });
  return redirectOf(await pay(token, approved));
}

async function failedRedirect(fields: Fields = {}): Promise<string> {
  const { token } = await openCheckout(shop.accountNumber, { response_url: responseUrl, ...fields });
  await pay(token, declined);
  return redirectOf(await act(token, "leave"));
}

describe.concurrent("the response page", () => {
  it("verifies a paid order, with and without a trailing slash, and with the shop's own parameters", async () => {
    const address = await paidRedirect({ response_url: `${responseUrl}?cart=7&cart=8&note=%2B`, data: "a b&c" });
    for (const spelling of [address, address.replace("/response/", "/response")]) {
      const { status, text, ...seen } = await see(spelling);
      expect([status, seen]).toEqual([
        200,
        { title: "Verified: paid", tone: "good", isPaid: true, checks: ["Yes", "Yes", "Yes"] },
      ]);
      expect(text.match(/Your own parameter, returned unchanged/g)?.length).toBeGreaterThanOrEqual(2);
      expect(text).toContain("a b&amp;c");
      expect(text).toContain("What your shop must check");
    }
  });

  it("names every parameter, marks the shop's own ones, and lists what a shop must check", async () => {
    const { text } = await see(await paidRedirect({ response_url: `${responseUrl}?cart=7` }));
    const names = [...text.matchAll(/<th scope="row"[^>]*>(?:<code>)?([^<]+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["status", "transaction_id", "hash", "tw_signature", "cart"]));
    expect(text.split(">Your own parameter, returned unchanged.<")).toHaveLength(2);
    expect(text).toContain("What your shop must check");
  });

  it("verifies a redirect that was made for any response_url", async () => {
    const address = await paidRedirect({ response_url: "https://shop.example/return?cart=7" });
    expect((await see(`/response/${new URL(address).search}`)).title).toBe("Verified: paid");
  });

  it("works without the public sandbox accounts", async () => {
    const { status, title } = await see(paid, production);
    expect([status, title]).toEqual([200, "Verified: paid"]);
  });

  it.each<[string, Record<string, string | null>]>([
    ["status", { status: "failed" }],
    ["total", { total: "10.00" }],
    ["order_id", { order_id: "another" }],
    ["currency", { currency: "USD" }],
    ["hash", { hash: "0".repeat(32) }],
    ["tw_signature", { tw_signature: "0".repeat(64) }],
    ["no tw_signature", { tw_signature: null }],
    ["no hash", { hash: null }],
  ])("does not verify a paid order with a changed address: %s", async (_, change) => {
    const seen = await see(changed(paid, change));
    expect(seen).toMatchObject({ title: "This result does not verify", tone: "bad", isPaid: false });
    expect(seen.checks).toContain("No");
  });

  it("does not verify with the hash or the id of another payment", async () => {
    const [one, other] = [paid, await paidRedirect()].map((address) => new URL(address).searchParams);
    for (const name of ["hash", "transaction_id"]) {
      const mixed = new URLSearchParams(one);
      mixed.set(name, other?.get(name) ?? "");
      expect(await see(`/response/?${mixed}`)).toMatchObject({ title: "This result does not verify", isPaid: false });
    }
  });

  it.each(["status", "order_id", "hash", "data"])("does not verify a result that has %s twice", async (name) => {
    const value = new URL(paid).searchParams.get(name) ?? "";
    const seen = await see(`${paid}&${new URLSearchParams({ [name]: value })}`);
    expect(seen).toMatchObject({ title: "This result does not verify", tone: "bad", isPaid: false, checks: [] });
    expect(seen.text).toContain("more than once");
  });

  it("verifies a failed result without a hash, and does not show it as a success", async () => {
    const address = await failedRedirect();
    expect(await see(address)).toMatchObject({
      ...{ title: "Verified: not paid", tone: "neutral", isPaid: false, checks: ["Yes", "Yes"] },
    });
    const { hashKey } = await merchantSecrets(shop.accountNumber, "sandbox");
    const transactionId = new URL(address).searchParams.get("transaction_id") ?? "";
    const forged = changed(address, { status: "success", hash: hashOf(transactionId, 1000n, hashKey) });
    expect(await see(forged)).toMatchObject({ title: "This result does not verify", isPaid: false });
  });

  it("does not verify a result that was signed with the public sandbox keys but never sent", async () => {
    const { accountNumber, signingSecret } = sandbox.merchant;
    const { searchParams } = new URL(await paidRedirect({}, { ...shop, accountNumber }));
    const { tw_signature: _, ...sent } = Object.fromEntries(searchParams);
    const ours = { ...sent, total: "99.00" };
    const query = new URLSearchParams({ ...ours, tw_signature: signatureOf(ours, signingSecret) });
    expect(await see(`/response/?${query}`)).toMatchObject({
      ...{ title: "This result does not verify", isPaid: false, checks: ["Yes", "Yes", "No"] },
    });
  });

  it("explains an unsigned error return with the text of reasonDescription", async () => {
    const fields = minimalFields(shop.accountNumber, { response_url: responseUrl, total: "0.10" });
    const { status, body } = await send(fields);
    expect(status).toBe(400);
    const seen = await see(body.url);
    expect(seen).toMatchObject({ title: "The payment request was refused", tone: "bad", isPaid: false, checks: [] });
    expect(seen.text).toContain(`reasonDescription says why: “${body.message}”`);
    expect(seen.text).toContain("not signed");
    const { headers } = await post(fields);
    expect((await see(headers.location ?? "")).title).toBe("The payment request was refused");
  });

  it.each([
    ["a live id", newTransactionId("live"), "This result cannot be checked here"],
    ["an unknown id", newTransactionId("sandbox"), "This result cannot be checked"],
    ["an id with a NUL", "SB-\0", "This result cannot be checked"],
    ["an endless id", `SB-${"A".repeat(5_000)}`, "This result cannot be checked"],
  ])("says that it cannot check %s", async (_, transactionId, title) => {
    expect(await see(changed(paid, { transaction_id: transactionId }))).toMatchObject({
      status: 200,
      title,
      tone: "bad",
      isPaid: false,
      checks: [],
    });
  });

  it("does not look at live payments", async () => {
    const live = await newShop({}, { isLive: true });
    const address = await paidRedirect({ environment: "live", response_url: "https://shop.example/return" }, live);
    expect(await see(`/response/${new URL(address).search}`)).toMatchObject({
      ...{ title: "This result cannot be checked here", isPaid: false, checks: [] },
    });
  });

  it("does not verify a payment that has no result yet", async () => {
    const { transactionId } = await openCheckout(shop.accountNumber);
    const seen = await see(`/response/?status=success&transaction_id=${transactionId}`);
    expect(seen).toMatchObject({ title: "This result does not verify", isPaid: false, checks: [] });
  });

  it("says that an address without a result has nothing to check", async () => {
    expect(await see("/response")).toMatchObject({ title: "There is no result to check", tone: "neutral" });
    expect(await see("/response/?cart=7")).toMatchObject({ title: "There is no result to check", tone: "bad" });
  });

  it("verifies redirects made with both compatibility settings, also after these are switched off", async () => {
    const compatible = await newShop({ encodesData: true, sendsCustomerName: true });
    const address = await paidRedirect({ data: '{"cart":1}', name: "Ada Baptiste" }, compatible);
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      ...{ data: '"{\\"cart\\":1}"', customer_name: "Ada Baptiste" },
    });
    const seen = await see(address);
    expect(seen).toMatchObject({ title: "Verified: paid", isPaid: true });
    expect(seen.text).toContain("A compatibility setting of your account adds it.");
    expect((await see(changed(address, { customer_name: "Eve" }))).title).toBe("This result does not verify");
    await db().merchantSettings.update({
      where: { accountNumber: compatible.accountNumber },
      data: { encodesData: false, sendsCustomerName: false },
    });
    expect((await see(address)).title).toBe("Verified: paid");
  });

  it("verifies the redirects of a stored card and of a card that was not stored", async () => {
    const storing = checkoutOf(await create(merchant, { response_url: responseUrl }));
    const stored = redirectOf(await agree(storing.token, approved));
    expect(await see(stored)).toMatchObject({
      ...{ title: "Verified: card stored", tone: "good", isPaid: false, checks: ["Yes", "Yes"] },
    });
    expect((await see(changed(stored, { uuid: "0b6b7c9e" }))).title).toBe("This result does not verify");
    const leaving = checkoutOf(await create(merchant, { response_url: responseUrl }));
    const left = redirectOf(await act(leaving.token, "leave"));
    expect(await see(left)).toMatchObject({ title: "Verified: no card stored", tone: "neutral", isPaid: false });
  });

  it("never shows a key, a computed signature, or payment data that the address does not contain", async () => {
    const own = await newShop();
    const secrets = newSecrets();
    await installSecrets(own.accountNumber, "sandbox", secrets);
    const address = await paidRedirect({ data: "a-secret-of-the-shop", name: "Ada Hidden" }, own);
    const sent = new URL(address).searchParams;
    const { text } = await see(`/response/?status=success&transaction_id=${sent.get("transaction_id")}`);
    const hidden = ["hash", "tw_signature", "order_id", "total", "date", "card"].map((name) => sent.get(name) ?? "");
    for (const secret of [...Object.values(secrets), ...hidden, "a-secret-of-the-shop", "Hidden", own.accountNumber]) {
      expect(text).not.toContain(secret);
    }
    const { text: whole } = await see(address);
    for (const secret of [...Object.values(secrets), "Hidden", own.accountNumber]) expect(whole).not.toContain(secret);
  });

  it("may be framed by our own pages only, and has a nonce for its scripts", async () => {
    for (const path of ["/response", "/response/"]) {
      const { headers } = await call(roomy, "GET", path, { headers: asBrowser });
      expect(headers["content-security-policy"]).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
      expect(headers["cache-control"]).toContain("no-store");
    }
  });
});
