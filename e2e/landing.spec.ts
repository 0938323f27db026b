import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { collectComplaints } from "@/tests/support/browser/complaints";
import { machines } from "@/tests/support/browser/layout";
import { expectNoOverflow } from "@/tests/support/browser/overflow";
import { isDeep } from "@/tests/support/in-process/deep";

/** The first pages of a visitor. app/site.http.test.ts tests what they say. */
const pages = [
  { path: "/", heading: "Card checkout for the Caribbean" },
  // docs-pages.spec.ts looks at a guide, which has the same layout.
  ...(isDeep
    ? [
        { path: "/docs", heading: "Overview" },
        { path: "/docs/webhooks", heading: "Webhooks" },
      ]
    : []),
  { path: "/docs/reference", heading: "API reference" },
  { path: "/no/such/page", heading: "We can’t find this page" },
];

for (const { machine, settings } of machines) {
  test.describe(machine, () => {
    test.use(settings);

    test("the landing page, the docs and a missing page pass axe, log nothing, ask no other host, set no cookie and fit 320 px", async ({
      page,
      context,
      baseURL,
      isMobile,
    }) => {
      test.skip(!isMobile && !isDeep, "a phone has the narrowest layout; the next test checks the wide one");
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).origin));
      // Chromium also reports the page's own status 404 as an error.
      const complaints = collectComplaints(page, /^Failed to load resource: the server responded with a status of 404/);
      const size = page.viewportSize();
      for (const { path, heading } of pages) {
        if (size) await page.setViewportSize(size);
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expectAccessible(page, path);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoOverflow(page, path);
      }
      expect(complaints).toEqual([]);
      expect([...hosts]).toEqual([baseURL]);
      expect(await context.cookies()).toEqual([]);
    });

    test("in a wide window, the navigation passes axe, and the landing page copies the first request and can be used by keyboard alone", async ({
      page,
      context,
      isMobile,
    }) => {
      test.skip(isMobile && !isDeep, "has the same links and buttons on a phone");
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/docs");
      await expectAccessible(page, "the navigation of the docs", { within: "header, nav" });
      await page.goto("/");
      for (const name of ["Tradewind", "Docs", "Demo shop", "Sign in", "Create an account", "Try the demo shop"]) {
        await page.keyboard.press("Tab");
        await expect(page.getByRole("link", { name, exact: true }).and(page.locator(":focus"))).toBeVisible();
      }
      await page.waitForLoadState("networkidle");
      const request = page.getByRole("region", { name: "Your first payment is one request away" });
      await request.getByRole("button", { name: "Copy the Shell code" }).press("Enter");
      await expect(request.getByRole("button", { name: "Copied the Shell code" })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("account_number=1234567890");
      await expectAccessible(page, "the landing page's navigation", { within: "header, nav" });
    });
  });
}
