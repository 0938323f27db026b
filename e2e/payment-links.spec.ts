import { CheckoutPage, testCards } from "@Tradewind/playwright";
import { expect, type Page, test } from "@playwright/test";
import { linkWords } from "@/components/links/words/words-of";
import { languageCodes } from "@/lib/reference/languages";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { act } from "@/tests/support/browser/filled-account";
import { tabTo, typeCard } from "@/tests/support/browser/keyboard";
import { expectWhole } from "@/tests/support/browser/layout";
import { openMerchant, openNewMerchant, signInTo } from "@/tests/support/browser/signed-in";

/**
 * A payment link, from the seller's dashboard to the payer's receipt. link-page.http.test.ts pays one without
 * JavaScript.
 */

/** A seller creates a one-time link in the dashboard. Returns its public address. */
async function createLink(page: Page): Promise<string> {
  await signInTo(page, await openNewMerchant(), "/dashboard/test/payment-links?open=new");
  await page.getByLabel("What do you sell?").fill("Mango chow");
  await page.getByLabel("Amount", { exact: true }).fill("45");
  await expect(page.getByLabel("You pay the fee")).toBeChecked();
  await expect(page.getByText(/The payer pays TTD.45\.00\. The fee is TTD.3\.28\. You get TTD.41\.72\./)).toBeVisible();
  await page.getByText("More choices").click();
  await page.getByLabel("How many can you sell?").fill("1");
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
  await expect(page.getByText("This is a test link: it takes no money.")).toBeVisible();
  await expect(page.locator("main").getByText("Our approval")).toBeVisible();
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
  await addPicture(page);
  await page.getByRole("link", { name: "Poster" }).click();
  await expect(page.getByRole("heading", { name: "Mango chow" })).toBeVisible();
  await expectAccessible(page, "the poster");
});

/** Edits the link. The form has a file, so it is sent as multipart, with all that the payer is asked for. */
async function addPicture(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).check();
  await page.getByLabel("Picture").setInputFiles("e2e/pictures/checkout-phone.png");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator('main img[src*="/pictures/"]')).toBeVisible();
  await expect(page.getByText("Name, Phone number")).toBeVisible();
}

test("a fixed-price link leads to the checkout at once and only once, and two clicks from the overview the seller of three links finds who paid one", async ({
  page,
  browser,
}) => {
  await signInTo(page, await openMerchant());
  const link = (title: string, fields: object = {}) =>
    act(page, "create-payment-link", { title, currency: "TTD", amount: "45.00", ...fields });
  await link("Pepper sauce");
  const { url } = await link("Mango chow", { max_uses: "60" });
  const { url: withQuantity } = await link("Tamarind balls", { max_quantity: "6" });

  const phone = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
  await phone.goto(String(url));
  await phone.waitForURL(/\/checkout\//);
  const checkout = CheckoutPage.on(phone);
  await checkout.isScripted();
  await checkout.cancel.click();
  await expect(phone.getByRole("link", { name: "Back to Mango chow" })).toBeVisible();
  await phone.waitForURL(`${url}**`);
  await phone.getByRole("button", { name: "Continue to payment" }).click();
  await checkout.fillCard({ number: testCards.visa, name: "Simone Joseph" });
  await checkout.field("email").fill("simone@example.com");
  await checkout.pay.click();
  await phone.waitForURL(/\/receipt\//);

  for (const language of languageCodes) {
    await phone.goto(`${withQuantity}?lang=${language}`);
    await expect(phone.getByLabel(linkWords[language].link.quantity)).toHaveValue("1");
    await expectWhole(phone.locator("html"), language);
  }
  await expectAccessible(phone, "a link with a quantity");
  await phone.context().close();

  await page.goto("/dashboard/test");
  await page.getByRole("link", { name: "Payment links", exact: true }).first().click();
  await page.getByRole("link", { name: "Mango chow" }).click();
  await expect(page.getByRole("row", { name: /45\.00.*Paid.*Simone Joseph/ })).toBeVisible();
  await expect(page.getByText("59 left")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Taken per day in TTD/ })).toBeVisible();
  await expectAccessible(page, "a link with payments");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectWhole(page.locator("main"), "a link with payments");
  await page.emulateMedia({ forcedColors: "active" });
  await expect(page.getByRole("progressbar", { name: "59 left of 60" })).toBeVisible();
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
