import { beforeAll, describe, expect, inject, it } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { type Browser, open, signIn } from "@/tests/support/http/dashboard";
import { mango, openPage, openSeller, payWith } from "@/tests/support/http/payment-links";

const { roomy } = inject("product");
const seller = openSeller();
let browser: Browser;
let [sold, other] = [
  { id: "", slug: "" },
  { id: "", slug: "" },
];
let transactionId: string;
/** The id of another merchant's link. */
let foreign: string;

beforeAll(async () => {
  sold = await seller.newLink({ ask: "name", max_uses: 60, max_quantity: 6 });
  other = await seller.newLink({ title: "Pepper sauce" });
  const page = await openPage(sold.slug, { name: "Simone Joseph", quantity: "2" });
  await payWith(page.token, "4111111111111111");
  ({ transactionId } = page);
  await payWith((await openPage(other.slug)).token, "4111111111111111");
  // A payer who only looked.
  await openPage(sold.slug, { name: "Grace Hopper" });
  const { token } = await newMerchant();
  foreign = (await call(roomy, "POST", "/api/payment-links", { token, json: mango })).body.data.id;
  browser = await signIn(seller.merchant());
});

const textOf = async (path: string) =>
  (await open(browser, `/dashboard/test/${path}`)).text.replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");

describe("the page of a link in the dashboard", () => {
  it("lists who paid and shows what was taken and sold, and what is left", async () => {
    const text = await textOf(`payment-links/${sold.id}`);
    for (const shown of ["Simone Joseph", "90.00", "1 payment, fees included", "58 left", "of 60", "Taken per day"]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain("Grace Hopper");
    expect(await textOf(`payment-links/${sold.id}?page=x`)).toContain(
      "This page is out of date. Reload it and try again.",
    );
    expect((await open(browser, `/dashboard/test/payment-links/${foreign}`)).status).toBe(404);
  });
});

it("the list of links shows what each link has taken, and zero for one without a payment", async () => {
  await seller.newLink({ title: "Unsold" });
  const rows = (await textOf("payment-links")).split("<tr").filter((row) => row.includes("sold</"));
  const [unsold, ...others] = rows;
  expect(unsold).toMatch(/Unsold.*>0\.00</s);
  expect(others.find((row) => row.includes("Mango chow"))).toMatch(/90\.00.* of 60 sold/s);
});

describe("transactions of links", () => {
  it("show the title in place of an order, and can be filtered by link", async () => {
    const all = await textOf("transactions");
    for (const title of ["Mango chow", "Pepper sauce"]) expect(all).toContain(`title="${title}"`);
    const filtered = await textOf(`transactions?payment_link_id=${sold.id}`);
    expect(filtered).toContain('title="Mango chow"');
    expect(filtered).not.toContain('title="Pepper sauce"');
  });

  it("refuse a link that is not the merchant's own, in the API, the page and the export", async () => {
    const list = (id: string) =>
      call(roomy, "GET", `/api/transactions/?environment=sandbox&payment_link_id=${id}`, {
        token: seller.merchant().token,
      });
    expect((await list(sold.id)).body.meta.total).toBe(2);
    for (const id of [foreign, newUlid()]) {
      expect(await list(id)).toMatchObject({
        status: 400,
        body: { message: "The selected payment link id is invalid." },
      });
      const page = await textOf(`transactions?payment_link_id=${id}`);
      expect(page).toContain("This page is out of date. Reload it and try again.");
      expect((await open(browser, `/dashboard/test/transactions/export?payment_link_id=${id}`)).status).toBe(400);
    }
    expect((await list("x")).body.message).toBe("The payment link id must be the id of a payment link.");
  });

  it("name the link in the timeline, not a shop", async () => {
    const text = await textOf(`transactions/${transactionId}?steps=all`);
    expect(text).toContain("By the payment link “2 × Mango chow”");
    expect(text).not.toContain("your shop");
  });
});
