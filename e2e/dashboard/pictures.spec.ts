import { test } from "@playwright/test";
import { desktop, expectPicture, skipOnOtherChromium } from "@/tests/support/browser/picture";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";

test.beforeEach(({ browser }) => skipOnOtherChromium(browser));

test("the first steps of a new account and its empty lists look as their stored pictures", async ({ page }) => {
  await page.setViewportSize(desktop);
  const merchant = await openMerchant();
  await signInTo(page, merchant);
  await expectPicture(page, "start-here", { hidden: merchant.accountNumber });
  for (const name of ["transactions", "webhooks", "api-keys"]) {
    await page.goto(`/dashboard/test/${name}`);
    await expectPicture(page, name, { hidden: merchant.accountNumber });
  }
});
