import { expect, type Page, test } from "@playwright/test";
import { CheckoutPage, testCards } from "@tradewind/playwright";
import { linkWords } from "@/components/links/words/words-of";
import { languageCodes } from "@/lib/reference/languages";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { tabTo, typeCard } from "@/tests/support/browser/keyboard";
import { expectWhole } from "@/tests/support/browser/layout";
import { openNewMerchant, signInTo } from "@/tests/support/browser/signed-in";

/**
 * A payment link, from the seller's dashboard to the payer's receipt. link-page.http.test.ts pays one without
 * JavaScript.
 */

/** A seller creates a one-time link in the dashboard. Returns its public address. */
async function createLink(page: Page): Promise<string> {
  await signInTo(page, await openNewMerchant(), "/dashboard/test/payment-links?open=new");
  await page.getByLabel("What do you sell?").fill("Mango chow");
  await page.getByLabel("Amount", { exact: true }).fill("45");
  await page.getByText("More choices").click();
  await page.getByLabel("How often can it be paid?").fill("1");
  await page.getByLabel("Phone number").check();
  await page.getByLabel("Thank-you text").fill("Pick-up is on Saturday.");
  await expectAccessible(page, "the form of a new link", { within: "dialog[open]" });
  await page.getByRole("button", { name: "Create link" }).click();
  await page.waitForURL(/payment-links\/\w{26}$/);
  return (await page.locator('a[href*="/pay/"]').first().getAttribute("href")) ?? "";
}

test("a seller shares a one-time link whose page fits 320 px in five languages, a payer pays it by keyboard alone and prints the receipt, and the seller sees it used up", async ({
  page,
  browser,
}) => {
  const address = await createLink(page);
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeVisible();
  const share = page.getByRole("link", { name: "WhatsApp" });
  expect(decodeURIComponent((await share.getAttribute("href")) ?? "")).toContain(address);
  await expectAccessible(page, "a payment link in the dashboard", { within: "main" });

  const phone = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
  for (const language of languageCodes) {
    await phone.goto(`${address}?lang=${language}`);
    await expect(phone.getByRole("button", { name: linkWords[language].link.next })).toBeVisible();
    await expectWhole(phone.locator("html"), language);
  }
  await expectAccessible(phone, "a payment link");
  await phone.locator('select[name="lang"]').selectOption("en");
  await phone.waitForURL(`${address}?lang=en`);
  await payByKeyboard(phone);

  await expect(phone.getByText("Pick-up is on Saturday.")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Print or save" })).toBeVisible();
  await expectAccessible(phone, "the receipt");
  // A printed receipt of a test must not pass for a real one.
  await phone.emulateMedia({ media: "print" });
  await expect(phone.getByText("Test mode. No money is taken.")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Print or save" })).toBeHidden();
  await phone.emulateMedia({ media: "screen" });
  await expectWhole(phone.locator("html"), "the receipt");
  await phone.goto(address);
  await expect(phone.getByRole("heading", { name: "This payment link has been paid" })).toBeVisible();
  await expectAccessible(phone, "a used-up link");
  await phone.context().close();

  await page.reload();
  await expect(page.getByText("Used up")).toBeVisible();
  await page.getByRole("link", { name: "Poster" }).click();
  await expect(page.getByRole("heading", { name: "Mango chow" })).toBeVisible();
  await expectAccessible(page, "the poster");
});

async function payByKeyboard(phone: Page): Promise<void> {
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
  await phone.keyboard.type("payer@example.com");
  await tabTo(phone, checkout, '[data-testid="pay"]');
  await phone.keyboard.press("Enter");
  await phone.waitForURL(/\/receipt\//);
}
