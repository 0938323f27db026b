import { permalink, SandboxSession } from "@Tradewind/playwright";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expect, test } from "@/tests/support/browser/checkout-page";
import { expectWhole } from "@/tests/support/browser/layout";
import { product } from "@/tests/support/browser/sandbox";
import { isDeep } from "@/tests/support/in-process/deep";
import { permalinkCases } from "@/tests/support/permalinks";

/**
 * Permalinks of the sandbox, with scripts. An ordinary run follows one of them in a browser, and all of them without a
 * browser (app/sandbox/play/permalinks.http.test.ts).
 */
const first = permalink({ behaviour: "declined_51" });

for (const { link, waitMs, expected } of permalinkCases.filter((each) => isDeep || each.link === first)) {
  test(`${link} reaches its state when only Pay is clicked`, async ({ page, checkout, watch }) => {
    // The bank that refuses framing.
    watch.allow(/frame-ancestors/);
    const opened = await page.goto(link);
    const session = SandboxSession.of(opened?.url() ?? "");
    const readState = async () => {
      const response = await fetch(`${product().roomy}/checkout/${session.token}/state`);
      return (await response.json()) as SessionView;
    };
    if ((await readState()).state === "hosted") {
      await checkout.isScripted();
      await checkout.pay.click();
      if (waitMs > 0) {
        await expect.poll(async () => (await readState()).state).toBe("authorising");
        await session.moveClock({ advance_ms: waitMs });
      }
    }
    await expect.poll(readState).toMatchObject(expected);
    if (expected.state === "hosted") await expect(checkout.summary).toBeVisible();
  });
}

test("the page that lists the names is accessible, and fits a phone", async ({ page, watch }) => {
  watch.allow(/400 \(Bad Request\)/);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/sandbox/play?behaviour=nothing");
  await expect(page.getByText("“nothing” is not a name of “behaviour”.")).toBeVisible();
  await expectAccessible(page, "the names of permalinks");
  await expectWhole(page.locator("html"), "the names of permalinks");
});
