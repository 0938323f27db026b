import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { payOrder } from "@/tests/support/browser/paid-order";
import { product } from "@/tests/support/browser/sandbox";
import { openMerchant, openNewMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** The frame around the pages of the dashboard, and its first page. */

test("the slash key leads to the search, which finds a payment by its order", async ({ page }) => {
  const merchant = await openMerchant();
  const { order } = await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/test/team");
  const search = page.getByRole("searchbox", { name: "Search payments, orders, customers" });
  // The page may not listen yet.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type(order);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/test\/transactions\?search=/);
  await expect(page.getByRole("row").filter({ hasText: order })).toBeVisible();
});

test("the member chooses the appearance, and the next page has it from the start", async ({ page }) => {
  await signInTo(page, await openMerchant(), "/dashboard/test/team");
  await page.getByRole("button", { name: "your account" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  const appearance = page.getByRole("button", { name: "Appearance" });
  await appearance.click();
  await expect(appearance).toHaveText("Appearance: light");
  await appearance.click();
  await expect(page.locator("html")).toHaveAttribute("data-appearance", "dark");
  await expectAccessible(page, "the account menu");
  expect(await (await page.request.get("/dashboard/test/security")).text()).toContain('data-appearance="dark"');
  expect(await (await page.request.get("/docs")).text()).not.toContain('data-appearance="dark"');
});

test("Live names the open steps until the account is approved", async ({ page }) => {
  await signInTo(page, await openNewMerchant(), "/dashboard/test/team");
  await page.getByRole("navigation", { name: "Test or live" }).getByRole("button", { name: "Live" }).click();
  const menu = page.getByRole("region", { name: "Live is not available yet" });
  await expect(menu.getByRole("listitem").filter({ hasText: "Bank account" })).toContainText("open");
  await expectAccessible(page, "the live menu");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});

test("each menu of the frame opens beside its button", async ({ page }) => {
  await signInTo(page, await openNewMerchant(), "/dashboard/test");
  for (const id of ["accounts", "live-menu", "account-menu"]) {
    const button = page.locator(`button[popovertarget="${id}"]:visible`);
    const menu = page.locator(`#${id}`);
    await button.click();
    await expect(menu).toBeVisible();
    const [from, to] = [await button.boundingBox(), await menu.boundingBox()];
    if (!from || !to) throw new Error(`${id} has no place.`);
    expect(to.y, `${id} begins just below its button`).toBeGreaterThan(from.y + from.height);
    expect(to.y).toBeLessThan(from.y + from.height + 24);
    expect(from.x + from.width, `${id} and its button share a column`).toBeGreaterThan(to.x);
    expect(from.x).toBeLessThan(to.x + to.width);
    await page.keyboard.press("Escape");
  }
});

test("a path without a page is answered with 404 inside the frame", async ({ page }) => {
  await signInTo(page, await openMerchant(), "/dashboard/live/team");
  const response = await page.goto("/dashboard/live/nothing/here");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We can’t find this page");
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await expectAccessible(page, "a missing page");
  await expect(page.getByRole("link", { name: "Look in test mode" })).toHaveAttribute(
    "href",
    "/dashboard/test/nothing",
  );
});

test("while the next page takes long, a skeleton of it takes the place of this one, until Escape stops it", async ({
  page,
}) => {
  await signInTo(page, await openMerchant(), "/dashboard/test/team");
  // The page listens when its forms can be sent.
  await expect(page.locator("form[action$='/sign-out'] button")).toBeEnabled();
  // Without an answer that has a page, the browser stays here.
  await page.route("**/dashboard/test/transactions", (route) => route.fulfill({ status: 204 }));
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByTestId("skeleton")).toBeVisible();
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("heading", { name: "Team" })).toBeHidden();
  await expectAccessible(page, "a page that loads");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Team" })).toBeVisible();
  await expect(page.getByTestId("skeleton")).toHaveCount(0);
});

test("arrow keys move between the bars of the chart, and a table shows the same data", async ({ page }) => {
  const merchant = await openMerchant();
  await payOrder(merchant);
  await signInTo(page, merchant);
  const chart = page.getByRole("img", { name: /^Volume per day in TTD/ });
  await expect(chart).toHaveAccessibleName(/TTD\s12\.05, 1 payment, success rate 100\.0%/);
  // The page may not listen yet.
  await expect(async () => {
    await page.getByRole("link", { name: "Show as a table" }).focus();
    await page.keyboard.press("Tab");
    await expect(chart).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "1 payment" })).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("status").filter({ hasText: "0 payments" })).toHaveCount(1);
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page.getByRole("img", { name: /^Volume per week in TTD/ })).toBeVisible();
  await page.getByRole("link", { name: "Show as a table" }).click();
  await expect(page.getByRole("table", { name: "Volume per week in TTD" }).getByRole("row")).toHaveCount(14);
  await expectAccessible(page, "the overview with a table");
});

test("a new account sees the first steps, and the first payment request ticks its step without a reload", async ({
  page,
}) => {
  const merchant = await openNewMerchant();
  await signInTo(page, merchant);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Dash");
  await expect(page.getByText("0 of 6 done")).toBeVisible();
  await expectAccessible(page, "the first steps");
  await payOrder(merchant);
  await expect(page.getByText("2 of 6 done")).toBeVisible();
  await expect(page.getByText("Waiting for your request")).toHaveCount(0);
  await page.getByRole("button", { name: "Hide these steps" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
});

test("the request of the first steps opens a checkout, and the page says how to pay it", async ({ page }) => {
  const merchant = await openNewMerchant();
  await signInTo(page, merchant);
  const command = (await page.locator("pre").first().textContent()) ?? "";
  const fields = new URLSearchParams(
    [...command.matchAll(/-d (\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  fields.set("order_id", randomBytes(4).toString("hex"));
  const response = await fetch(`${product().roomy}/plugins/payments/request`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: fields,
  });
  expect((await response.json()).url).toContain("/checkout/");
  await expect(page.getByText("Waiting for your payment")).toBeVisible();
  await expect(page.getByText("4111 1111 1111 1111")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the menu of a narrow window opens and leads to a page", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInTo(page, await openMerchant());
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Webhooks" }).click();
    await page.waitForURL(/\/dashboard\/test\/webhooks$/);
  });
});
