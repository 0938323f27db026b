import { describe, expect, inject, it } from "vitest";
import { newTransactionId } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import { act, asBrowser, openCheckout, pay, tokenOf } from "@/tests/support/http/payments";
import { changed, see } from "@/tests/support/http/result-page";

const { publicUrl, roomy, strict } = inject("product");
const [first, second] = strict;

/** Places an order in the demo shop, and returns where the shop leads the browser. */
async function placeOrder(origin: string, choices: Record<string, string> = {}): Promise<string> {
  const form = { "quantity-pepper-sauce": "1", ...choices };
  return (await call(origin, "POST", "/demo/orders", { form })).headers.location ?? "";
}

/** Places an order, and pays it. */
async function buy(origin: string) {
  const { body } = await pay(tokenOf(await placeOrder(origin)), "4111111111111111");
  const redirect = body.result?.redirect ?? "";
  return { redirect, id: new URL(redirect).searchParams.get("order_id") ?? "" };
}

const open = (origin: string, path: string) => call(origin, "GET", path, { headers: asBrowser });
const statusOf = async (origin: string, id: string) => (await call(origin, "GET", `/demo/orders/${id}`)).body;

describe("an order of the demo shop", () => {
  it("is known to web processes that share no memory with the one that took it", async () => {
    const payPage = await placeOrder(first, { way: "form" });
    for (const origin of [first, second, roomy]) {
      expect((await open(origin, payPage)).text).toContain("The order stays unpaid until");
    }
    // On the others, tests of the rate limits may have used up the limit of the sandbox account.
    const { redirect, id } = await buy(roomy);
    expect(await statusOf(first, id)).toMatchObject({ status: "unpaid", times_paid: 0 });
    expect(await see(redirect, first)).toMatchObject({ title: "Your order is paid", isPaid: true });
    for (const origin of [first, second, roomy]) {
      expect(await statusOf(origin, id)).toEqual({ order_id: id, status: "paid", paid: true, times_paid: 1 });
    }
  });

  it("in one tab has nothing to do with an order in another tab", async () => {
    const [one, other] = [await buy(roomy), await buy(roomy)];
    const swapped = await see(changed(one.redirect, { order_id: other.id }));
    expect(swapped).toMatchObject({ title: "The signature is wrong", isPaid: false });
    expect(await see(other.redirect)).toMatchObject({ title: "Your order is paid", isPaid: true });
    expect(await statusOf(roomy, one.id)).toMatchObject({ paid: false });
    expect(await see(one.redirect)).toMatchObject({ title: "Your order is paid", isPaid: true });
    expect(await statusOf(roomy, one.id)).toMatchObject({ paid: true, times_paid: 1 });
  });

  it("is paid by a form post, but not by its result with another currency", async () => {
    const { text } = await open(roomy, await placeOrder(roomy, { way: "form" }));
    const inputs = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    const form = Object.fromEntries([...inputs].map(([, name, value]) => [name, value]));
    const checkout = await call(roomy, "POST", "/plugins/payments/request", { form, headers: asBrowser });
    const { body } = await pay(tokenOf(checkout.headers.location ?? ""), "4111111111111111");
    const redirect = body.result?.redirect ?? "";
    const forged = await see(changed(redirect, { currency: "USD" }));
    expect(forged).toMatchObject({ title: "The signature is wrong", isPaid: false });
    expect(await see(redirect)).toMatchObject({ title: "Your order is paid", tone: "good", isPaid: true });
  });

  it("is unpaid if the customer leaves, also with a forged status and hash", async () => {
    const { body } = await act(tokenOf(await placeOrder(roomy)), "leave", { json: {} });
    const redirect = body.result?.redirect ?? "";
    expect(await see(redirect)).toMatchObject({ title: "Your order is not paid", tone: "neutral", isPaid: false });
    const forged = await see(changed(redirect, { status: "success", hash: "0".repeat(32) }));
    expect(forged).toMatchObject({ title: "The hash is wrong", tone: "bad", isPaid: false });
  });

  it("sets no cookie, neither in the shop nor in its checkout", async () => {
    const answer = await call(roomy, "POST", "/demo/orders", { form: { "quantity-pepper-sauce": "1" } });
    const { redirect } = await buy(roomy);
    const paths = ["/demo", answer.headers.location ?? "", redirect.slice(publicUrl.length)];
    const answers = [answer, ...(await Promise.all(paths.map((path) => open(roomy, path))))];
    expect(answers.map(({ headers }) => headers["set-cookie"])).toEqual(answers.map(() => undefined));
  });

  it("is refused in a changed address, by a page that leads back to the shop", async () => {
    const payPage = await placeOrder(roomy, { way: "form" });
    const { text } = await open(roomy, `${payPage.slice(0, -4)}AAAA`);
    expect(text).toContain("The shop does not know this order");
    expect(text).toContain("so please order again");
    expect(text).toMatch(/<a href="\/demo">Back to the shop<\/a>/);
  });
});

it("/demo/return verifies an order that is not the demo shop's with the sandbox keys", async () => {
  const { token } = await openCheckout(sandbox.merchant.accountNumber, { response_url: `${publicUrl}/demo/return` });
  const { body } = await pay(token, "4111111111111111");
  const address = body.result?.redirect ?? "";
  const seen = await see(address);
  expect(seen).toMatchObject({ title: "Verified: paid", tone: "good", isPaid: true, checks: ["Yes", "Yes", "Yes"] });
  expect(seen.text).toContain("The demo shop does not know this order, so it was verified with the sandbox keys.");
  expect(await see(changed(address, { order_id: "another" }))).toMatchObject({ tone: "bad", isPaid: false });
});

it("/demo/return explains why it cannot verify an unknown order", async () => {
  const transactionId = newTransactionId("sandbox");
  const seen = await see(`/demo/return?status=success&order_id=demo-00000000&transaction_id=${transactionId}`);
  expect(seen).toMatchObject({ title: "This result cannot be checked", tone: "bad", isPaid: false });
  expect(seen.text).toContain("It signs its order ids, and this is none of them.");
});
