import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { act } from "@/tests/support/browser/filled-account";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";
import { startWrongShop } from "@/tests/support/shops/wrong-shop";

/**
 * The conformance kit in the dashboard. developers.http.test.ts runs it there against the demo shop, and
 * tests/launch/conformance.http.test.ts in a terminal.
 */

test("the page names the file and the header that prove a host, says in plain words why it was refused, and reports accessibly once it is proven", async ({
  page,
}) => {
  const options: { proof?: { file: string } } = {};
  const shop = await startWrongShop([], options);
  const { host } = new URL(shop.origin);
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test");
  await act(page, "save-addresses", { response_hosts: [host], password: merchant.password });
  await page.goto("/dashboard/test/conformance");
  await expect(page.getByRole("heading", { name: "What we test" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^Total changed$/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(1);
  await page.getByText("Show that a host is yours").click();
  const texts = page.locator("details pre");
  const [path = "", token = "", header] = await texts.allTextContents();
  expect([path, header]).toEqual(["/.well-known/tradewind-conformance.txt", `Tradewind-Conformance: ${token}`]);
  await page.getByLabel("Return URL").fill(`${shop.origin}/return`);
  await page.getByRole("button", { name: "Test my integration" }).click();
  await expect(page.getByTestId("form-problem")).toHaveText(
    `We do not test ${host} yet, because it does not show that it is yours. ${shop.origin}${path} answered 404. ` +
      "Serve your token there as a text file, or as the header Tradewind-Conformance.",
  );
  await expectAccessible(page, "the proof of a host", { within: "main" });
  options.proof = { file: token };
  await page.getByRole("button", { name: "Test my integration" }).click();
  await expect(page.getByRole("heading", { name: "Last report" })).toBeVisible();
  await page.locator("summary", { hasText: "cases that are right" }).click();
  await expect(page.getByTestId("conformance-case").first()).toBeVisible();
  await expectAccessible(page, "the report of the conformance kit", { within: "main" });
  shop.close();
});
