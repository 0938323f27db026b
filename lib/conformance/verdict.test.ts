import { describe, expect, it } from "vitest";
import { isAlarmed, readReturnPage, readStatusPage, type ShopAnswer, splitWords, usualWords } from "./verdict";

const answer = (text: string, change: Partial<ShopAnswer> = {}): ShopAnswer => ({
  ...{ status: 200, error: null, contentType: "text/html", durationMs: 1, text },
  ...change,
});
const json = (value: unknown) => answer(JSON.stringify(value), { contentType: "application/json; charset=utf-8" });
const beliefIn = (one: ShopAnswer) => readStatusPage(one, usualWords).belief;

describe("the status page", () => {
  it.each<[string, ShopAnswer, string]>([
    ["paid: true", json({ paid: true, status: "failed" }), "paid"],
    ["paid: false", json({ paid: false }), "unpaid"],
    ["a paid status", json({ status: "Completed" }), "paid"],
    ["an unpaid status", json({ status: "awaiting_payment" }), "unpaid"],
    ["an unknown status", json({ status: "shipped" }), "unclear"],
    ["JSON that is no object", json(["paid"]), "unclear"],
    ["the word paid", answer("<h1>Order 7</h1><p>Paid</p>"), "paid"],
    ["not paid", answer("<p>This order is not paid.</p>"), "unpaid"],
    ["a longer word", answer("<p>Prepaid cards</p>"), "unclear"],
    ["paid and unpaid words", answer("<p>Paid</p><p>Failed orders</p>"), "unclear"],
    ["words that are not shown", answer("<script>var paid</script><p title=paid>Order</p><!-- paid -->"), "unclear"],
    ["404", answer("unpaid", { status: 404 }), "unclear"],
    ["403", answer("paid", { status: 403 }), "unclear"],
    ["a redirect elsewhere", answer("paid", { status: 302 }), "unclear"],
    ["no answer", answer("paid", { status: null }), "unclear"],
  ])("with %s", (_what, page, belief) => {
    expect(beliefIn(page)).toBe(belief);
  });

  it.each([
    ...["Your payment was not successful.", "The payment could not be completed.", "It has not been paid."],
    ...[
      "not yet paid",
      "This order isn't paid yet.",
      "It isn&rsquo;t paid.",
      "No payment received",
      "was not completed",
    ],
    ...["It was never paid.", "The payment cannot be completed."],
  ])("is that of an unpaid order if it says: %s", (text) => {
    expect(beliefIn(answer(`<p>${text}</p>`))).toBe("unpaid");
  });

  it("is that of a paid order if a negation is about something else", () => {
    expect(beliefIn(answer("<p>Do not close this page. Paid.</p>"))).toBe("paid");
    expect(beliefIn(answer("<p>No further steps are needed for orders that are paid.</p>"))).toBe("paid");
  });

  it("may be missing only for an order that the shop does not have", () => {
    const missing = answer("", { status: 404 });
    expect(readStatusPage(missing, usualWords).problem).toBe("The status page of the order answered 404.");
    expect(readStatusPage(missing, usualWords, false).belief).toBe("unpaid");
  });

  it("tells how often the order was marked as paid", () => {
    expect(readStatusPage(json({ paid: true, times_paid: 2 }), usualWords)).toEqual({ belief: "paid", timesPaid: 2 });
  });

  it("is read with the merchant's own words", () => {
    const words = { paid: splitWords(" Bezahlt , ok ") ?? [], unpaid: splitWords("offen") ?? [] };
    expect(readStatusPage(answer("Bezahlt"), words).belief).toBe("paid");
    const hyphened = { paid: splitWords("Fully-Paid") ?? [], unpaid: splitWords("on_hold") ?? [] };
    expect(readStatusPage(json({ status: "fully-paid" }), hyphened).belief).toBe("paid");
    expect(readStatusPage(json({ status: "on_hold" }), hyphened).belief).toBe("unpaid");
    expect(readStatusPage(answer("<p>Fully-paid</p>"), hyphened).belief).toBe("paid");
    expect(splitWords(" , ")).toBeUndefined();
  });
});

it("on the return page, a refusal shows that the shop did not believe the result, and a crash shows nothing", () => {
  expect(readReturnPage(answer("", { status: 400 }), usualWords).belief).toBe("unpaid");
  expect(readReturnPage(answer("paid", { status: 500 }), usualWords).belief).toBe("unclear");
});

it("a warning of a wrong hash is noticed in the visible text only", () => {
  expect(isAlarmed(answer("<p>Invalid <b>hash</b></p>"))).toBe(true);
  expect(isAlarmed(answer("<p>Only a success has a hash.</p><script>invalid hash</script>"))).toBe(false);
});
