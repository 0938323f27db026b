import { moneySentences } from "@/lib/reference/money-sentences";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expect, test } from "@/tests/support/browser/checkout-page";
import { expectNoOverflow } from "@/tests/support/browser/overflow";
import { payInSession } from "@/tests/support/browser/paid-order";

/** Mail to customers, read in the sandbox mailbox. mailbox.http.test.ts tests its filters. */

test("a payment in Spanish has a Spanish receipt, which is reached by keyboard and passes axe in every form", async ({
  page,
  shop,
  request,
  watch,
}) => {
  // The mail's frame runs no scripts, so it also blocks the fixtures' init scripts.
  watch.allow(/^Blocked script execution in .*\/html/);
  await payInSession(await shop.order(), { language: "es" });
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
  await expectNoOverflow(page, "the page of a mail");
  await expectAccessible(page, "the page of a mail", { iframes: false, within: "main" });

  await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
    // A document that begins to load is empty for a moment, and a window can be resized then.
    frame.contentDocument?.documentElement.remove();
    dispatchEvent(new Event("resize"));
  });
  await expect(page.locator("iframe")).toBeVisible();

  const html = await (await request.get(`${new URL(page.url()).pathname}/html`)).text();
  await page.goto("about:blank");
  await page.setContent(html);
  await expectAccessible(page, "the HTML of a mail");
});
