import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible";

const pages = [
  { path: "/", heading: "Tradewind" },
  { path: "/no/such/page", heading: "There is nothing here" },
];

for (const { path, heading } of pages) {
  test(`${path} has nothing for axe or the console to say`, async ({ page }) => {
    const complaints: string[] = [];
    // Chromium reports the status of the page itself as an error, too; that is not ours to avoid.
    const isStatus = (text: string) =>
      text.startsWith("Failed to load resource: the server responded with a status of 404");
    page.on(
      "console",
      (message) => message.type() === "error" && !isStatus(message.text()) && complaints.push(message.text()),
    );
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page, path);
    expect(complaints).toEqual([]);
  });
}

test("the landing page shows the sandbox's accounts and a first call", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.getByText("merchant@sandbox.test").first()).toBeVisible();
  await expect(page.getByText(`curl ${baseURL}/api/auth/tokens`)).toBeVisible();
});

test("the landing page can be used by keyboard alone and fits 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  for (const name of [/Demo shop/, /Sandbox mail/, /OpenAPI/]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name })).toBeFocused();
  }
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
