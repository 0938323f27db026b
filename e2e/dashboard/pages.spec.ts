import { expect, test } from "@playwright/test";
import { type PageName, pages } from "@/lib/dashboard/pages";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expectDisplayWords } from "@/tests/support/browser/display-words";
import { fillAccount } from "@/tests/support/browser/filled-account";
import { fillDesk } from "@/tests/support/browser/filled-desk";
import { expectWholeTables } from "@/tests/support/browser/layout";
import { payOrder } from "@/tests/support/browser/paid-order";
import { queryProduct } from "@/tests/support/browser/sandbox";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** Guarantees of every page of the dashboard. Other specs run axe on the pages that they fill with content. */
const names = Object.keys(pages) as PageName[];

/** These pages show the words of the API. */
const forDevelopers: ReadonlySet<PageName> = new Set([
  "api-keys",
  "hash-key",
  "webhooks",
  "requests",
  "hash-inspector",
  "conformance",
  "addresses",
]);

test("every page fits a phone, shows whether it is test or live and speaks the reader's language, with and without data, and logs nothing", async ({
  page,
}) => {
  const complaints: string[] = [];
  // The preview's frames are not allowed to run scripts, and Chromium reports that.
  const isFrame = (text: string) => text.startsWith("Blocked script execution in") && text.includes("/preview");
  page.on(
    "console",
    (message) => message.type() === "error" && !isFrame(message.text()) && complaints.push(message.text()),
  );
  page.on("pageerror", (error) => complaints.push(error.message));
  const login = await openMerchant();
  await queryProduct("UPDATE account SET is_operator = true WHERE account_number = $1", [login.accountNumber]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/dashboard/sign-in");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await signInTo(page, login);
  for (const name of names) await expectFine(`/dashboard/test${name && `/${name}`}`);
  await fillAccount(page, login);
  await fillDesk();
  for (const name of names.filter((one) => !forDevelopers.has(one))) {
    const path = `/dashboard/test${name && `/${name}`}`;
    await expectFine(path);
    for (const detail of name === "" ? [] : await detailsIn(path)) await expectFine(detail);
  }
  expect(complaints).toEqual([]);

  async function expectFine(path: string): Promise<void> {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Test or live" }), path).toBeInViewport();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
    await expectWholeTables(page, path);
    if (!forDevelopers.has(path.split("/")[3] as PageName)) await expectDisplayWords(page, path);
  }

  /** The pages of the records that a list links to. One mail stands for all. */
  async function detailsIn(path: string): Promise<string[]> {
    const links = await page
      .locator(`main a[href^="${path}/"]:not([download])`)
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    const found = [...new Set(links)];
    return path.endsWith("/mail") ? found.slice(0, 1) : found;
  }
});

test("axe finds nothing on the pages of addresses and requests, on a phone and in a wide window", async ({ page }) => {
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/addresses");
  await expectAccessibleInBoth("addresses");
  await payOrder(merchant);
  await page.goto("/dashboard/test/requests");
  await expectAccessibleInBoth("requests");

  async function expectAccessibleInBoth(name: PageName): Promise<void> {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await expectAccessible(page, `${name} at ${width} px`);
    }
  }
});

test("an API key is created by keyboard alone", async ({ page }) => {
  const merchant = await openMerchant();
  await signInTo(page, merchant);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await tabUntil("API keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await tabUntil("Create key");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("By keyboard");
  await tabUntil("svc-transactions-retrieve");
  await page.keyboard.press("Space");
  await tabUntil("Your password");
  await page.keyboard.type(merchant.password);
  await tabUntil("Create key");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("revealed")).toBeFocused();

  async function tabUntil(label: string): Promise<void> {
    const isThere = () =>
      page.evaluate((wanted) => {
        const focused = document.activeElement;
        if (focused instanceof HTMLInputElement && focused.value === wanted) return true;
        const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
        return [focused, ...labels].some((element) => element?.textContent?.trim().startsWith(wanted));
      }, label);
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Tab");
      if (await isThere()) return;
    }
    throw new Error(`Tab does not lead to ${label}.`);
  }
});
