import { type Browser, expect, type Page, test } from "@playwright/test";
import { CheckoutPage, testCards } from "@tradewind/playwright";
import { linkWords } from "@/components/links/words/words-of";
import { languageCodes } from "@/lib/reference/languages";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { tabTo, typeCard } from "@/tests/support/browser/keyboard";
import { expectWhole } from "@/tests/support/browser/layout";
import { queryProduct } from "@/tests/support/browser/sandbox";
import { openNewMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** Payment links, from the seller's dashboard to the payer's receipt. */

const payer = { email: "payer@example.com" };

/** A seller creates a link in the dashboard. Returns its public address. */
async function createLink(page: Page, fields: { isOneTime?: boolean; asksPhone?: boolean } = {}): Promise<string> {
  await signInTo(page, await openNewMerchant(), "/dashboard/test/payment-links?open=new");
  await page.getByLabel("What do you sell?").fill("Mango chow");
  await page.getByLabel("Amount", { exact: true }).fill("45");
  await page.getByText("More choices").click();
  if (fields.isOneTime) await page.getByLabel("How often can it be paid?").fill("1");
  if (fields.asksPhone) await page.getByLabel("Phone number").check();
  await page.getByLabel("Thank-you text").fill("Pick-up is on Saturday.");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.waitForURL(/payment-links\/\w{26}$/);
  return (await page.locator('a[href*="/pay/"]').first().getAttribute("href")) ?? "";
}

const openPhone = async (browser: Browser, options: { javaScriptEnabled?: boolean } = {}) =>
  (await browser.newContext({ viewport: { width: 320, height: 640 }, ...options })).newPage();

async function pay(page: Page): Promise<CheckoutPage> {
  await page.waitForURL(/\/checkout\//);
  const checkout = new CheckoutPage(page.locator("html"));
  await checkout.enterCard({ number: testCards.visa });
  await page.locator('input[type="email"]').fill(payer.email);
  await checkout.pay.click();
  return checkout;
}

test("a seller shares a one-time link, a payer pays it by phone, and the seller sees it used up", async ({
  page,
  browser,
}) => {
  const address = await createLink(page, { isOneTime: true });
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeVisible();
  const share = page.getByRole("link", { name: "WhatsApp" });
  expect(decodeURIComponent((await share.getAttribute("href")) ?? "")).toContain(address);
  await expectAccessible(page, "a payment link in the dashboard");
  const phone = await openPhone(browser);
  await phone.goto(address);
  await phone.getByRole("button", { name: "Continue to payment" }).click();
  await pay(phone);
  await phone.waitForURL(/\/receipt\//);
  await expect(phone.getByText("Pick-up is on Saturday.")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Print or save" })).toBeVisible();
  await expectAccessible(phone, "the receipt");
  // A printed receipt of a test must not pass for a real one.
  await phone.emulateMedia({ media: "print" });
  await expect(phone.getByText("Test mode. No money is taken.")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Print or save" })).toBeHidden();
  await phone.emulateMedia({ media: "screen" });
  await expectWhole(phone.locator("html"), "the receipt");
  await page.reload();
  await expect(page.getByText("Used up")).toBeVisible();
  await page.getByRole("link", { name: "Poster" }).click();
  await expect(page.getByRole("heading", { name: "Mango chow" })).toBeVisible();
  await expectAccessible(page, "the poster");
  await phone.goto(address);
  await expect(phone.getByRole("heading", { name: "This payment link has been paid" })).toBeVisible();
  await expectAccessible(phone, "a used-up link");
  await phone.context().close();
});

test("a payer without JavaScript corrects the form, pays and gets the receipt", async ({ page, browser }) => {
  const address = await createLink(page, { asksPhone: true });
  const phone = await openPhone(browser, { javaScriptEnabled: false });
  await phone.goto(address);
  await phone.getByLabel("Phone number").fill("12");
  await phone.getByRole("button", { name: "Continue to payment" }).click();
  await expect(phone.getByRole("alert")).toContainText("Your card was not charged.");
  await expect(phone.getByLabel("Phone number")).toHaveValue("12");
  await phone.getByLabel("Phone number").fill("868 555 0123");
  await phone.getByRole("button", { name: "Continue to payment" }).click();
  const checkout = await pay(phone);
  await checkout.root.getByRole("link", { name: "Open the receipt" }).click();
  await phone.waitForURL(/\/receipt\//);
  await expect(phone.getByText("Mango chow")).toBeVisible();
  const [session] = await queryProduct<{ phone: string }>(
    "SELECT s.phone FROM checkout_session s JOIN payment_link l ON l.id = s.payment_link_id WHERE l.slug = $1",
    [address.split("/").at(-1)],
  );
  expect(session?.phone).toBe("+18685550123");
  await phone.context().close();
});

test("the page of a link fits 320 px in five languages, and the keyboard alone pays it", async ({ page, browser }) => {
  const address = await createLink(page, { asksPhone: true });
  const phone = await openPhone(browser);
  for (const language of languageCodes) {
    await phone.goto(`${address}?lang=${language}`);
    await expect(phone.getByRole("button", { name: linkWords[language].link.next })).toBeVisible();
    await expectWhole(phone.locator("html"), language);
  }
  await expectAccessible(phone, "a payment link");
  await phone.goto(`${address}?lang=en`);
  await phone.locator('select[name="lang"]').selectOption("fr");
  await expect(phone.getByRole("button", { name: linkWords.fr.link.next })).toBeVisible();
  await phone.goto(`${address}?lang=en`);
  await phone.keyboard.press("Tab");
  await expect(phone.getByLabel("Phone number")).toBeFocused();
  await phone.keyboard.type("868 555 0123");
  await phone.keyboard.press("Tab");
  await expect(phone.getByRole("button", { name: "Continue to payment" })).toBeFocused();
  await phone.keyboard.press("Enter");
  await phone.waitForURL(/\/checkout\/[\w-]+\?lang=en$/);
  await expect(phone.getByText("Mango chow")).toBeVisible();
  const checkout = new CheckoutPage(phone.locator("html"));
  await checkout.isScripted();
  await typeCard(phone, checkout, testCards.visa);
  await tabTo(phone, checkout, '[type="email"]');
  await phone.keyboard.type(payer.email);
  await tabTo(phone, checkout, '[data-testid="pay"]');
  await phone.keyboard.press("Enter");
  await phone.waitForURL(/\/receipt\//);
  await phone.context().close();
});
