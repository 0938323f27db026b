import { expect, test } from "@playwright/test";
import { kitCases } from "@/lib/conformance/run-kit";
import { sandbox } from "@/lib/reference/sandbox";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { product } from "@/tests/support/browser/sandbox";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";
import { startWrongShop } from "@/tests/support/shops/wrong-shop";

/** The conformance kit in the dashboard. tests/launch/conformance.http.test.ts runs it in a terminal. */

test("“Test my integration” finds no mistake of the demo shop, on accessible pages", async ({ page }) => {
  const login = { email: sandbox.shop.email, password: sandbox.password };
  await signInTo(page, login, "/dashboard/test/conformance");
  await expect(page.getByText("Nothing tested yet")).toBeVisible();
  await expectAccessible(page, "the form of the conformance kit");
  await page.getByRole("button", { name: "Test my integration" }).click();
  await expect(page.getByRole("heading", { name: "Last report" })).toBeVisible();
  await page.locator("summary", { hasText: "cases that are right" }).click();
  const cases = page.getByTestId("conformance-case");
  const outcomes = await cases.evaluateAll((items) =>
    items.map((item) => [item.getAttribute("data-case"), item.getAttribute("data-outcome")]),
  );
  // The account has no webhook endpoint.
  const expected = kitCases.filter(({ id }) => !id.startsWith("webhook-")).map(({ id }) => [id, "passed"]);
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));
  await expectAccessible(page, "the report of the conformance kit", { within: "main" });
});

test("the page names the file and the header that prove a host, and says in plain words why it was refused", async ({
  page,
}) => {
  const options: { proof?: { file: string } } = {};
  const shop = await startWrongShop([], options);
  const { host } = new URL(shop.origin);
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/conformance");
  await page.request.post("/dashboard/test/actions/save-addresses", {
    data: { response_hosts: [host], password: merchant.password },
    headers: { origin: product().roomy },
  });
  await page.reload();
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
  await expectAccessible(page, "the proof of a host");
  options.proof = { file: token };
  await page.getByRole("button", { name: "Test my integration" }).click();
  await expect(page.getByRole("heading", { name: "Last report" })).toBeVisible();
  shop.close();
});
