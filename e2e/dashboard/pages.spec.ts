import { expect, type Page, test } from "@playwright/test";
import { type PageName, pages } from "@/lib/dashboard/pages";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { collectComplaints } from "@/tests/support/browser/complaints";
import { expectDisplayWords } from "@/tests/support/browser/display-words";
import { fillAccount } from "@/tests/support/browser/filled-account";
import { fillDesk } from "@/tests/support/browser/filled-desk";
import { expectWholeTables } from "@/tests/support/browser/layout";
import { expectNoOverflow } from "@/tests/support/browser/overflow";
import { queryProduct } from "@/tests/support/browser/sandbox";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";
import { isDeep } from "@/tests/support/in-process/deep";

/** Guarantees of every page of the dashboard. Other specs check dialogs and states that an interaction leads to. */
const names = Object.keys(pages) as PageName[];

/** These pages show the words of the API. */
const forDevelopers: ReadonlySet<string> = new Set<PageName>([
  "api-keys",
  "hash-key",
  "webhooks",
  "requests",
  "hash-inspector",
  "conformance",
  "addresses",
]);

/** Panels and forms that no other spec runs axe on. */
const furtherPages: Partial<Record<PageName, string>> = {
  withdrawals: "/new?type=sub_banked",
  banks: "?open=local",
  "api-keys": "?create=1",
};

const addressOf = (name: PageName) => `/dashboard/test${name && `/${name}`}`;
const isAboutMoney = (name: PageName) => ["", "Money"].includes(pages[name].section);

for (const { about, chosen } of [
  { about: "payments and money", chosen: names.filter(isAboutMoney) },
  { about: "development, settings and operations", chosen: names.filter((name) => !isAboutMoney(name)) },
]) {
  test(`every page about ${about} passes axe, fits a phone, shows whether it is test or live, speaks the reader's language, and logs nothing`, async ({
    page,
  }) => {
    // The preview's frames are not allowed to run scripts, and Chromium reports that.
    const complaints = collectComplaints(page, /^Blocked script execution in .*\/preview/);
    const login = await openMerchant();
    await queryProduct("UPDATE account SET is_operator = true WHERE account_number = $1", [login.accountNumber]);
    await page.setViewportSize({ width: 320, height: 640 });
    await signInTo(page, login);
    // Empty lists look alike. The pictures show some of them in a wide window.
    for (const name of isDeep ? chosen : chosen.slice(0, 1)) await expectFine(page, addressOf(name));
    await fillAccount(page, login);
    if (chosen.includes("operator")) await fillDesk();
    for (const name of chosen) {
      const address = addressOf(name);
      await expectFineAndAccessible(page, address);
      for (const record of name === "" ? [] : await recordsIn(page, address)) {
        await expectFineAndAccessible(page, record);
      }
      const further = furtherPages[name];
      if (further) await expectFineAndAccessible(page, address + further);
    }
    expect(complaints).toEqual([]);
  });
}

async function expectFineAndAccessible(page: Page, path: string): Promise<void> {
  await expectFine(page, path);
  const isPanel = (await page.locator("dialog[open]").count()) > 0;
  await expectAccessible(page, path, { within: isPanel ? "dialog[open]" : "main", iframes: false });
}

async function expectFine(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Test or live" }), path).toBeInViewport();
  await expectNoOverflow(page, path);
  await expectWholeTables(page, path);
  const [, , , name = ""] = path.split(/[/?]/);
  if (!forDevelopers.has(name)) await expectDisplayWords(page, path);
}

/** The pages of the records that a list links to. An ordinary run opens the oldest record of each list. */
async function recordsIn(page: Page, address: string): Promise<string[]> {
  const links = await page
    .locator(`main a[href^="${address}/"]:not([download])`)
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const records = [...new Set(links)].filter((link) => /\/[\w-]{18,}$/.test(link));
  return isDeep ? records : records.slice(-1);
}
