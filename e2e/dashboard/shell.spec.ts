import { randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { abandonOrder, declineOrder, payInSession, payOrder } from "@/tests/support/browser/paid-order";
import { product } from "@/tests/support/browser/sandbox";
import { tokenOf } from "@/tests/support/browser/shop";
import { openMerchant, openNewMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** The frame around the pages of the dashboard, and its first page. */

test("each menu of the frame opens beside its button, Live names the open steps, and the next page has the chosen appearance from the start", async ({
  page,
}) => {
  await signInTo(page, await openNewMerchant(), "/dashboard/test/team");
  // The page listens when its forms can be sent.
  await expect(page.locator("form[action$='/sign-out'] button")).toBeEnabled();
  await openMenu(page, "accounts");
  await page.keyboard.press("Escape");

  const live = await openMenu(page, "live-menu");
  await expect(live.getByRole("listitem").filter({ hasText: "Bank account" })).toContainText("open");
  await expectAccessible(page, "the live menu", { within: "#live-menu" });
  await page.keyboard.press("Escape");
  await expect(live).toBeHidden();

  const account = await openMenu(page, "account-menu");
  const appearance = account.getByRole("button", { name: "Appearance" });
  await appearance.click();
  await expect(appearance).toHaveText("Appearance: light");
  await appearance.click();
  await expect(page.locator("html")).toHaveAttribute("data-appearance", "dark");
  await expectAccessible(page, "the account menu");
  expect(await (await page.request.get("/dashboard/test/security")).text()).toContain('data-appearance="dark"');
  expect(await (await page.request.get("/docs")).text()).not.toContain('data-appearance="dark"');
});

/** Opens a menu, and expects it beside its button. */
async function openMenu(page: Page, id: string) {
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
  return menu;
}

test("a missing page names the same place in the other mode, and while the next page takes long, a skeleton of it takes its place until Escape stops it", async ({
  page,
}) => {
  await signInTo(page, await openMerchant(), "/dashboard/slow-down");
  await expectAccessible(page, "too much at once");
  const response = await page.goto("/dashboard/live/nothing/here");
  expect(response?.status()).toBe(404);
  const heading = page.getByRole("heading", { level: 1, name: "We can’t find this page" });
  await expect(heading).toBeVisible();
  await expect(page.getByRole("link", { name: "Look in test mode" })).toHaveAttribute(
    "href",
    "/dashboard/test/nothing",
  );
  await expectAccessible(page, "a missing page", { within: "main" });

  // The page listens when its forms can be sent.
  await expect(page.locator("form[action$='/sign-out'] button")).toBeEnabled();
  // Without an answer that has a page, the browser stays here.
  await page.route("**/dashboard/live/transactions", (route) => route.fulfill({ status: 204 }));
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByTestId("skeleton")).toBeVisible();
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
  await expect(heading).toBeHidden();
  await expectAccessible(page, "a page that loads", { within: "main" });
  await page.keyboard.press("Escape");
  await expect(heading).toBeVisible();
  await expect(page.getByTestId("skeleton")).toHaveCount(0);
});

test("charts say what they show, link to its payments, and have a table with the same data", async ({ page }) => {
  const merchant = await openMerchant();
  await payOrder(merchant);
  await declineOrder(merchant, { total: "10.00" });
  await signInTo(page, merchant);
  const chart = page.getByRole("img", { name: /^Payments per day in TTD/ });
  await expect(chart).toHaveAccessibleName(/: 1 paid, 1 declined, 0 abandoned\.$/);
  await expect(page.getByText("Of 100 payers who open the page, 50 pay.")).toBeVisible();
  await expectAccessible(page, "the overview", { within: "main" });

  await page.getByRole("link", { name: "Volume", exact: true }).click();
  await expect(page.getByRole("img", { name: /^Volume per day in TTD.*: TTD\s12\.05\.$/ })).toBeVisible();
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page.getByRole("img", { name: /^Volume per week in TTD/ })).toBeVisible();
  await page.getByRole("link", { name: "Show as a table" }).click();
  const table = page.getByRole("table", { name: "Volume per week in TTD" });
  await expect(table.getByRole("row")).toHaveCount(14);
  await expectAccessible(page, "the overview's table", { within: "main table" });

  await page.getByRole("link", { name: "Bank gave no reason 1 100%" }).click();
  await expect(page.getByText("1 payment", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /10\.00.*Declined/ })).toBeVisible();
});

test("a new account sees the first steps, whose request and its payment tick their steps without a reload", async ({
  page,
}) => {
  const merchant = await openNewMerchant();
  await signInTo(page, merchant);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Dash");
  await expect(page.getByText("0 of 6 done")).toBeVisible();
  await expectAccessible(page, "the first steps", { within: "main" });
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
  await expect(page.getByText("Waiting for your payment")).toBeVisible();
  await expect(page.getByText("4111 1111 1111 1111")).toBeVisible();
  await payInSession({ token: tokenOf((await response.json()).url) });
  await expect(page.getByText("2 of 6 done")).toBeVisible();
  await expect(page.getByText("Waiting for your request")).toHaveCount(0);
  await page.getByRole("button", { name: "Hide these steps" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  expect(await (await page.request.get("/dashboard/test")).text()).toMatch(/<h1[^>]*>Overview/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in offers nothing that needs a script, the menu of a narrow window leads to a page, and a filter narrows its list", async ({
    page,
  }) => {
    const merchant = await openMerchant();
    const [{ order }, left] = [await payOrder(merchant), await abandonOrder(merchant)];
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/dashboard/sign-in");
    await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Use the sandbox account" })).toBeHidden();

    await signInTo(page, merchant, "/dashboard/test/team");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Transactions" }).click();
    await expect(page.getByText("2 payments", { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.locator("summary").filter({ hasText: "Status" }).first().click();
    await page.getByLabel("Status").first().selectOption({ label: "Paid" });
    await page.getByRole("button", { name: "Apply" }).first().click();
    await expect(page.getByText("1 payment", { exact: true })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: order })).toContainText("Paid");
    await expect(page.getByRole("row").filter({ hasText: left.slice(-6) })).toHaveCount(0);
    await page.getByRole("link", { name: "Remove the filter Status" }).click();
    await expect(page.getByText("2 payments", { exact: true })).toBeVisible();
  });
});
