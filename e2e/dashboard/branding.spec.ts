import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { methodWords } from "@/lib/format/value-words";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { methods } from "@/tests/support/browser/checkout-page";
import { act } from "@/tests/support/browser/filled-account";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";
import { takeTurns } from "@/tests/support/browser/turns";

/** A merchant gives its checkout page a name and a colour: first in the preview, then on its customers' pages. */

const orderOf = (account_number: string, method: string) => ({
  account_number,
  method,
  country_code: "TT",
  currency: "TTD",
  environment: "sandbox",
  fee_structure: "customer_pay",
  order_id: randomBytes(6).toString("hex"),
  origin: "e2e-shop",
  response_url: "https://shop.example/return",
  total: "10.00",
  email: "ada@example.com",
});

const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="teal"/></svg>`,
);
const customerPages = takeTurns(1).methods();
const chosen = "rgb(255, 255, 0)";

test("a name and a light colour are previewed, saved and shown to customers, and the checkout settings are kept", async ({
  page,
  request,
}) => {
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/branding");
  const colour = page.getByRole("textbox", { name: /^Accent colour/ });
  await page.getByRole("textbox", { name: /^Display name/ }).fill("Doubles & Co.");
  await colour.fill("#ffff00");
  for (const method of methods) {
    const preview = page.frameLocator(`iframe[title="Preview of the page: ${methodWords[method]}"]`);
    await expect(preview.getByRole("heading", { level: 1 })).toHaveText(/Doubles & Co\./);
    await expect(preview.getByTestId("pay")).toHaveCSS("background-color", chosen);
    await expect(preview.getByTestId("checkout")).toHaveAttribute("data-method", method);
  }
  const problem = page.getByTestId("form-problem");
  await test.step("a proxy that cannot reach the product loses nothing and shows none of its own words", async () => {
    const headers = { "x-request-id": "R4K9TD" };
    await page.route("**/actions/*", (route) => route.fulfill({ status: 502, headers, body: "<h1>Bad Gateway</h1>" }));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(problem).toHaveText("That did not workNothing was saved. Try again in a minute.Reference R4K9TD");
    await expect(problem).toBeFocused();
    await expectAccessible(page, "a form that the server could not save", { within: "main", iframes: false });
    await page.unroute("**/actions/*");
    await expect(colour).toHaveValue("#ffff00");
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Branding saved.")).toBeVisible();
  await expect(colour).toHaveValue("#ffff00");
  await colour.fill("teal");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(problem).toContainText("Enter the accent colour as # and six digits");

  await page.getByLabel("File").setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: logo });
  await page.getByRole("button", { name: "Add picture" }).click();
  await expect(page.getByAltText("Shown to customers")).toBeVisible();

  await page.goto("/dashboard/test/checkout");
  await page.getByLabel("Check the billing address (AVS)").check();
  await page.getByLabel("Support contact").fill("shop.example/help");
  await page.getByLabel("Processing fee").selectOption("customer_pay");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Checkout settings saved.")).toBeVisible();
  await expect(page.getByLabel("Check the billing address (AVS)")).toBeChecked();
  await expect(page.getByLabel("Processing fee")).toHaveValue("customer_pay");

  await act(page, "change-signed-requests", { live: "1" });
  await page.reload();
  const signing = page.getByRole("region", { name: "Signed requests" });
  await expect(signing.getByLabel("Require signatures in test mode")).not.toBeChecked();
  await signing.getByLabel("Require signatures in live mode").uncheck();
  await signing.getByRole("button").click();
  await expect(signing.getByText("Enter your password to stop requiring signatures.").first()).toBeVisible();
  await expectAccessible(page, "signed requests, refused", { within: "[aria-labelledby=card-signed-requests]" });
  await signing.getByLabel("Your password").fill(merchant.password);
  await signing.getByRole("button").click();
  await expect(signing.getByLabel("Your password")).toBeHidden();

  for (const method of customerPages) {
    const response = await request.post("/plugins/payments/request", {
      form: orderOf(merchant.accountNumber, method),
      headers: { accept: "application/json" },
    });
    await page.goto((await response.json()).url);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Doubles & Co.");
    await expect(page.locator('header img[src^="/pictures/"]')).toBeVisible();
    await expect(page.getByTestId("pay")).toHaveCSS("background-color", chosen);
    await expect(page.getByRole("link", { name: "shop.example/help" })).toHaveAttribute(
      "href",
      "https://shop.example/help",
    );
    await expectAccessible(page, `the merchant's ${method}`);
  }
});
