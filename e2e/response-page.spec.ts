import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { CheckoutPage, cards, expect, test } from "@/tests/support/browser/checkout-page";
import { leaveSession, payInSession } from "@/tests/support/browser/paid-order";

/** /response/ is the page on which the README's first payment ends. verify-redirect.http.test.ts tests what it says. */

test.describe.configure({ timeout: 180_000 });

const verdictOf = (page: Page) => page.getByTestId("verdict");

async function expectPresentable(page: Page, state: string, part?: { within: string }): Promise<void> {
  await expectAccessible(page, state, part);
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
  await expectPresentable(page, "verified");

  await page.goto(page.url().replace("status=success", "status=failed"));
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "bad");
  await expectPresentable(page, "changed", { within: "main" });
});

test("the page is presentable with the result of a customer who left, without a result and with a refused request", async ({
  page,
  shop,
  baseURL,
}) => {
  const { token } = await shop.order({
    response_url: `${baseURL}/response?${"cart".repeat(40)}=7`,
    data: "d".repeat(400),
  });
  await page.goto((await leaveSession({ token })).result.redirect);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verified: not paid");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "neutral");
  await expectPresentable(page, "not paid", { within: "main" });
  await page.goto("/response/");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "neutral");
  await expectPresentable(page, "no result", { within: "main" });
  const words = new URLSearchParams({ status: "error", reasonDescription: "x".repeat(300), message: "x".repeat(300) });
  await page.goto(`/response/?${words}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment request was refused");
  await expectPresentable(page, "refused request", { within: "main" });
});

test("in a frame, the page shows the verdict, and its links lead out of the frame", async ({ page, shop, baseURL }) => {
  const { token } = await shop.order({ response_url: `${baseURL}/response/` });
  const { result } = await payInSession({ token });
  await page.goto("/demo");
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement("iframe"), { src, width: "600", height: "900" }));
  }, result.redirect);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByTestId("verdict")).toContainText("Verified: paid");
  await frame.getByRole("link", { name: /^Redirect and hash/ }).click();
  await expect(page).toHaveURL(/\/docs\/redirect-and-hash$/);
});
