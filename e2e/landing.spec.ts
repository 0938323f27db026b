import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { isDeep } from "@/tests/support/in-process/deep";

const pages = [
  { path: "/", heading: "Card checkout for the Caribbean" },
  { path: "/docs", heading: "Overview" },
  // Has the layout of the overview.
  ...(isDeep ? [{ path: "/docs/webhooks", heading: "Webhooks" }] : []),
  { path: "/docs/reference", heading: "API reference" },
  { path: "/no/such/page", heading: "We can’t find this page" },
];

/** Pages whose navigation has a layout of its own in a wide window. */
const wide = new Set(["/", "/docs"]);

for (const { path, heading } of pages) {
  test(`${path} passes axe, logs nothing, asks no other host, sets no cookie and fits 320 px`, async ({
    page,
    context,
    baseURL,
    isMobile,
  }) => {
    test.skip(!wide.has(path) && !isMobile && !isDeep, "has the same layout on a phone, where it is narrowest");
    const complaints: string[] = [];
    const hosts = new Set<string>();
    // Chromium also reports the page's own status 404 as an error.
    const isStatus = (text: string) =>
      text.startsWith("Failed to load resource: the server responded with a status of 404");
    page.on(
      "console",
      (message) => message.type() === "error" && !isStatus(message.text()) && complaints.push(message.text()),
    );
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([baseURL]);
    expect(await context.cookies()).toEqual([]);
  });
}

test("the landing page shows the sandbox's accounts and a first call, copies them, and can be used by keyboard alone", async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  test.skip(isMobile && !isDeep, "has the same links and buttons on a phone");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await expect(page.getByText(`curl ${baseURL}/api/auth/tokens`)).toBeVisible();
  for (const name of ["Tradewind", "Docs", "Demo shop", "Sign in", "Create an account", "Try the demo shop"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true }).and(page.locator(":focus"))).toBeVisible();
  }
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Copy Merchant's email" }).press("Enter");
  await expect(page.getByRole("button", { name: "Copied Merchant's email" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("merchant@sandbox.test");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the landing page shows the checkout, its prices, and the first request in each language", async ({ page }) => {
    await page.goto("/");
    const picture = page.getByRole("figure");
    await expect(picture).toContainText("The checkout page of Doubles & Co.");
    await expect(picture.getByText("Pay TTD 185.41", { exact: true })).toBeVisible();
    expect(await picture.locator("a, button, input:not([tabindex='-1'])").count()).toBe(0);
    await expect(page.getByRole("row", { name: "Trinidad and Tobago 3.5% + TTD 1.70" })).toBeVisible();
    const request = page.getByRole("region", { name: "Your first payment is one request away" });
    await expect(request.getByText("account_number=1234567890")).toBeVisible();
    await request.getByText("Python", { exact: true }).click();
    await expect(request.getByText("account_number=1234567890")).toBeHidden();
    await expect(request.getByText("def request_payment")).toBeVisible();
  });
});
