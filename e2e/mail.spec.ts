import { moneySentences } from "@/lib/reference/money-sentences";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { cards, expect, openCheckout, test } from "@/tests/support/browser/checkout-page";

/** Mail to customers, read in the sandbox mailbox. */

test("a payment in Spanish has a Spanish receipt, which is reached by keyboard and passes axe in every form", async ({
  page,
  shop,
  request,
  watch,
}) => {
  // The mail's frame runs no scripts, so it also blocks the fixtures' init scripts.
  watch.allow(/^Blocked script execution in .*\/html/);
  const order = await shop.order();
  const checkout = await openCheckout(page, { ...order, url: `${order.url}?lang=es` });
  await checkout.payWith(cards.approved);
  await expect.poll(() => shop.returnsOf(order).length).toBe(1);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/sandbox/mail");
  await expectAccessible(page, "the list of mails");
  const subject = /Su pago de 12,05\sTTD/;
  const newest = page.getByRole("link", { name: subject }).first();
  for (let tabs = 0; tabs < 60 && !(await newest.evaluate((link) => link.matches(":focus-visible"))); tabs++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const text = page.getByTestId("mail-text");
  await expect(text).toContainText(moneySentences.es.payment.charged);
  await expect(text).toContainText(/Tarjeta: Visa terminada en \d{4}/);
  const framed = page.frameLocator("iframe").getByRole("heading", { level: 1 });
  await expect(framed).toHaveText(/^Recibo del pedido /);
  await expect(framed, "its styles are its own").toHaveCSS("font-size", "13px");
  const heights = await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => ({
    frame: frame.clientHeight,
    mail: frame.contentDocument?.documentElement.scrollHeight,
  }));
  expect(heights.frame, "the frame has the mail's own height").toBe(heights.mail);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page, "the page of a mail", { iframes: false });

  const html = await (await request.get(`${new URL(page.url()).pathname}/html`)).text();
  await page.goto("about:blank");
  await page.setContent(html);
  await expectAccessible(page, "the HTML of a mail");
});

test.describe("with scripts switched off", () => {
  test.use({ javaScriptEnabled: false });

  test("the mailbox is filtered by address and kind", async ({ page, shop }) => {
    const email = `${(await shop.order()).id}@example.com`;
    const checkout = await openCheckout(page, await shop.order({ email }));
    await checkout.enterCard({ number: cards.approved });
    await checkout.pay.click();
    // The result redirects to the shop by itself.
    await expect(page.getByRole("heading", { name: "Back in the shop" })).toBeVisible();
    await page.goto("/sandbox/mail");
    await page.getByRole("searchbox").fill(email);
    await page.keyboard.press("Enter");
    await expect(page.locator("main li")).toHaveCount(1);
    const refunds = new URL(page.url());
    refunds.searchParams.set("kind", "refund");
    await page.goto(refunds.href);
    await expect(page.getByText("No mail matches the filter")).toBeVisible();
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(page.locator("main li").first()).toBeVisible();
  });
});
