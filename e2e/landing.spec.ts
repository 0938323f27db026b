import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

test("the landing page shows where to start, with nothing for axe or the console to say", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Tradewind" })).toBeVisible();
  await expect(page.getByText("merchant@sandbox.test").first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the landing page can be used by keyboard alone and fits 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /OpenAPI/ })).toBeFocused();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test("nothing is asked of any other host, and no cookie is set", async ({ page, context, baseURL }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect([...hosts]).toEqual([baseURL]);
  expect(await context.cookies()).toEqual([]);
});
