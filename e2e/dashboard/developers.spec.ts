import { createHash, createHmac } from "node:crypto";
import { appendFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { payOrder } from "@/tests/support/browser/paid-order";
import { product } from "@/tests/support/browser/sandbox";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";
import { saying, startReceiver } from "@/tests/support/http/receiver";

/** The pages for a merchant's developers. */

/** Reads a secret that a page shows once, and notes it for the search of the logs. */
async function revealed(page: Page, label: string): Promise<string> {
  const box = page.getByTestId("revealed").locator("div", { has: page.getByText(label, { exact: true }) });
  const secret = (await box.locator("pre").textContent()) ?? "";
  appendFileSync(product().secretsFile, `${secret}\n`);
  return secret;
}

const closeRevealed = (page: Page) => page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();

/** The answer of the API to a request with a key. */
const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${product().roomy}/api/transactions/`, { headers: { "x-svc-key": key } })).status;

test("an API key that is created by keyboard alone works until it is revoked", async ({ page }) => {
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/team");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await tabUntil("API keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await tabUntil("Create key");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Shop server");
  await tabUntil("svc-transactions-retrieve");
  await page.keyboard.press("Space");
  await expect(page.getByText("1 of 24 permissions")).toBeVisible();
  await tabUntil("Your password");
  await page.keyboard.type(merchant.password);
  await tabUntil("Create key");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("revealed")).toBeFocused();
  const key = await revealed(page, "API key");
  await expect(page.getByTestId("revealed")).toContainText("API key “Shop server” is ready");
  await expect(page.getByTestId("revealed")).toContainText("Next step");
  expect(await statusWith(key)).toBe(200);
  await closeRevealed(page);
  await expect(page.getByRole("status").getByText("Key created.")).toBeVisible();

  await page.getByRole("link", { name: "Shop server" }).click();
  await page.getByLabel("More actions").click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  const question = page.getByRole("dialog", { name: "Revoke “Shop server”?" });
  await expect(question).toContainText("fail from now on. You cannot undo this.");
  await expectAccessible(page, "the question before a key is revoked", { within: "dialog[open]" });
  await question.getByRole("button", { name: "Keep key" }).click();
  expect(await statusWith(key)).toBe(200);
  await page.getByRole("button", { name: "Revoke key" }).click();
  await question.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("status").getByText("Key revoked.")).toBeVisible();
  await expect(page.getByRole("row", { name: "Shop server" })).toContainText("Revoked");
  expect(await statusWith(key)).toBe(401);

  async function tabUntil(label: string): Promise<void> {
    const isThere = () =>
      page.evaluate((wanted) => {
        const focused = document.activeElement;
        if (focused instanceof HTMLInputElement && focused.value === wanted) return true;
        const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
        return [focused, ...labels].some((element) => element?.textContent?.trim().startsWith(wanted));
      }, label);
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Tab");
      if (await isThere()) return;
    }
    throw new Error(`Tab does not lead to ${label}.`);
  }
});

/** The worker changes the data. The page shows it when it is loaded again, which costs more than reading its HTML. */
async function reloadWith(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(page.url())).text()).toContain(text);
  await page.reload();
}

test("an endpoint needs no folded fields, can get a second signature, and its failed delivery is resent", async ({
  page,
}) => {
  const receiver = await startReceiver(saying(410, {}, "moved away"));
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/webhooks?add=1");
  const secret = await test.step("an endpoint is added while the fields are folded", async () => {
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const summary = page.getByTestId("form-problem");
    await expect(summary.getByRole("link")).toHaveText(["Enter the URL.", "Enter your password."]);
    const problem = await summary.boundingBox();
    const field = await page.getByLabel("URL").boundingBox();
    expect(field && problem && field.y - problem.y - problem.height, "the refusal is above the fields").toBeLessThan(
      64,
    );
    await expectAccessible(page, "the panel for an endpoint, refused", { within: "dialog[open]" });
    await page.getByLabel("URL").fill(receiver.url);
    await page.getByLabel("Your password").fill(merchant.password);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    return revealed(page, "Signing secret");
  });
  await expect(page.getByTestId("revealed")).toContainText(`We send events to ${receiver.url}`);
  await expectAccessible(page, "a new endpoint and its secret", { within: "dialog[open]" });
  await page.getByRole("link", { name: "Open the endpoint" }).click();

  await test.step("the endpoint gets a second signature", async () => {
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByText("Compatibility: second signature").click();
    await page.getByLabel("Second signature").selectOption("timestamp_body");
    await page.getByLabel("Timestamp header").fill("X-Shop-Timestamp");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enter the signature header.").first()).toBeVisible();
    await expectAccessible(page, "the panel with a second signature", { within: "dialog[open]" });
    await page.getByLabel("Signature header").fill("X-Shop-Signature");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status").getByText("Endpoint saved.")).toBeVisible();
    await expect(page.getByText("X-Shop-Signature, over timestamp.body")).toBeVisible();
  });

  await test.step("a test event has the second signature, and its refusal disables the endpoint", async () => {
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByRole("status").getByText("Test event sent.")).toBeVisible();
    await expect.poll(() => receiver.received.length, { message: "the event arrives" }).toBe(1);
    const [event] = receiver.received;
    const signed = `${event?.headers["x-shop-timestamp"]}.${event?.body}`;
    const hmac = createHmac("sha256", secret).update(signed).digest("hex");
    expect(event?.headers["x-shop-signature"]).toBe(`sha256=${hmac}`);
    await expect(page.getByRole("status").getByText("Your server did not accept the test event")).toBeVisible();
    await expect(page.getByRole("status").getByText(/^It returned 410 after .* We do not try again\.$/)).toBeVisible();
    await reloadWith(page, "Enable endpoint");
    await expectAccessible(page, "a disabled endpoint", { within: "main" });
    await page.getByRole("button", { name: "Enable endpoint" }).click();
    await expect(page.getByRole("button", { name: "Send test event" })).toBeVisible();
  });

  await test.step("a failed delivery opens in its row, and all of them are resent by the notice", async () => {
    await expect(page.getByText(/^1 delivery has failed since/)).toBeVisible();
    await expect(page.getByText("moved away")).toBeVisible();
    await expect(page.getByText("Attempt 1")).toBeVisible();
    await expectAccessible(page, "an open delivery", { within: "main table" });
    receiver.answer = saying(503, {}, "busy");
    await page.getByRole("button", { name: "Resend failed deliveries" }).click();
    await expect(page.getByRole("status").getByText("1 delivery queued.")).toBeVisible();
    await expect.poll(() => receiver.received.length, { message: "it arrives again" }).toBe(2);
  });

  await test.step("a delivery is resent from its page, and arrives", async () => {
    receiver.answer = saying(204);
    await page.getByRole("link", { name: "View headers" }).click();
    await expect(page.getByText("webhook-signature").first()).toBeVisible();
    await expectAccessible(page, "one delivery", { within: "main" });
    // The worker makes its own second attempt after five seconds, which may be first.
    await page.getByRole("button", { name: /^(Retry now|Resend)/ }).click();
    await expect(page.getByRole("status").getByText("1 delivery queued.")).toBeVisible();
    await expect.poll(() => receiver.received.length, { message: "it arrives once more" }).toBeGreaterThan(2);
  });
  receiver.close();
});

/** developers.http.test.ts shows every mistake. */
test("the inspector explains a hash of the wrong total, and does not show the key", async ({ page }) => {
  const merchant = await openMerchant();
  const { redirect, transactionId } = await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/test/hash-key?open=show");
  await page.getByLabel("Your password").fill(merchant.password);
  await page.getByRole("button", { name: "Show keys" }).click();
  const key = await revealed(page, "Hash key");
  await expectAccessible(page, "the dialog with the hash key", { within: "dialog[open]" });

  await page.goto("/dashboard/test/hash-inspector");
  await page.getByLabel("URL your shop received").fill(redirect);
  const computed = createHash("md5").update(`${transactionId}12.05${key}`).digest("hex");
  await page.getByLabel("Hash your code computed").fill(computed);
  await page.getByRole("button", { name: "Inspect" }).click();
  await expect(page.getByRole("heading", { name: "Your code hashes the wrong total" })).toBeVisible();
  await expect(page.getByText('md5(transaction_id + "12.05" + hash_key)')).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(key);
  await expectAccessible(page, "a wrong total", { within: "main" });
});
