import { test } from "@playwright/test";
import { desktop, expectPicture, skipOnOtherChromium } from "@/tests/support/browser/picture";
import { openMerchant, openNewMerchant, signInTo } from "@/tests/support/browser/signed-in";

test.beforeEach(({ browser }) => skipOnOtherChromium(browser));

test("the first steps, the overview and the empty lists of a new account look as their stored pictures", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const newMerchant = await openNewMerchant();
  await signInTo(page, newMerchant);
  await expectPicture(page, "start-here", { hidden: newMerchant.accountNumber });

  await page.setViewportSize(desktop);
  const merchant = await openMerchant();
  await signInTo(page, merchant);
  await expectPicture(page, "overview", { hidden: merchant.accountNumber });
  for (const name of ["transactions", "webhooks", "api-keys"]) {
    await page.goto(`/dashboard/test/${name}`);
    await expectPicture(page, name, { hidden: merchant.accountNumber });
  }
});
