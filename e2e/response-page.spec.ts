import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { CheckoutPage, cards, expect, test } from "@/tests/support/browser/checkout-page";

/** /response/ is the page on which the README's first payment ends. */

test.describe.configure({ timeout: 180_000 });

const verdictOf = (root: Page | Locator) => root.getByTestId("verdict");

async function expectPresentable(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = await page.evaluate(() => {
    const isTooWide = (element: Element) => element.getBoundingClientRect().right > window.innerWidth - 8;
    return [...document.querySelectorAll("main > *")].filter(isTooWide).map(({ outerHTML }) => outerHTML.slice(0, 80));
  });
  expect(tooWide, state).toEqual([]);
  if (size) await page.setViewportSize(size);
}

/** The command of "The first minute", as a new user copies it; only the address of the product differs here. */
function firstMinuteCommand(baseURL = ""): string {
  const section = readFileSync("README.md", "utf8").split("## The first minute")[1]?.split("\n## ")[0] ?? "";
  const command = /```sh\n(curl [^`]*)```/.exec(section)?.[1] ?? "";
  expect(command).toContain("response_url=http://localhost:3000/response/");
  return command.replaceAll("localhost:3000", new URL(baseURL).host);
}

test("the README's first payment ends on a green page that says verified", async ({ page, baseURL }) => {
  test.skip(spawnSync("curl", ["--version"]).status !== 0, "this machine has no curl");
  const answer = execFileSync("bash", ["-c", firstMinuteCommand(baseURL)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  await page.goto(JSON.parse(answer).url);
  await CheckoutPage.on(page).payWith(cards.approved);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verified: paid");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "good");
  await expect(verdictOf(page)).toHaveAttribute("data-paid", "true");
  expect(new URL(page.url()).pathname).toBe("/response/");
  for (const name of new URL(page.url()).searchParams.keys()) {
    await expect(page.getByRole("rowheader", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "What your shop must check" })).toBeVisible();
  await expectPresentable(page, "verified");

  await page.goto(page.url().replace("status=success", "status=failed"));
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "bad");
  await expect(verdictOf(page)).toHaveAttribute("data-paid", "false");
  await expectPresentable(page, "changed");
});

test("a customer who leaves ends on a page that says verified and not paid", async ({ page, shop, baseURL }) => {
  const order = await shop.order({ response_url: `${baseURL}/response?${"cart".repeat(40)}=7`, data: "d".repeat(400) });
  await page.goto(order.url);
  const checkout = CheckoutPage.on(page);
  await checkout.isScripted();
  await checkout.cancel.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verified: not paid");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "neutral");
  await expect(page.getByText("Your own parameter, returned unchanged.")).toHaveCount(1);
  await expectPresentable(page, "not paid");
});

test("without a result, and with a refused request, the page is presentable", async ({ page }) => {
  await page.goto("/response/");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "neutral");
  await expectPresentable(page, "no result");
  const words = new URLSearchParams({ status: "error", reasonDescription: "x".repeat(300), message: "x".repeat(300) });
  await page.goto(`/response/?${words}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment request was refused");
  await expectPresentable(page, "refused request");
});

test("a checkout in a frame returns into the frame, and its links lead out of it", async ({ page, shop, baseURL }) => {
  const order = await shop.order({ response_url: `${baseURL}/response/` });
  await page.goto("/demo");
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement("iframe"), { src, width: "600", height: "900" }));
  }, order.url);
  const checkout = CheckoutPage.inFrame(page, "iframe");
  await checkout.payWith(cards.approved);
  await expect(verdictOf(checkout.root)).toContainText("Verified: paid");
  await checkout.root.getByRole("link", { name: /^Redirect and hash/ }).click();
  await expect(page).toHaveURL(/\/docs\/redirect-and-hash$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page shows the same facts", async ({ page }) => {
    await page.goto("/response/?status=success&transaction_id=SB-00000000000000000000000000&cart=7");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This result cannot be checked");
    await expect(page.getByRole("rowheader", { name: "cart" })).toBeVisible();
  });
});
