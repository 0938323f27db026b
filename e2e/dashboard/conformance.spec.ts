import { expect, test } from "@playwright/test";
import { kitCases } from "@/lib/conformance/run-kit";
import { sandbox } from "@/lib/reference/sandbox";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { signInTo } from "@/tests/support/browser/signed-in";

/** The conformance kit in the dashboard. scripts/conformance.http.test.ts runs it in a terminal. */

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
