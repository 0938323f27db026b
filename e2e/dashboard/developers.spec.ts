import { execFileSync, spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { appendFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { payOrder } from "@/tests/support/browser/paid-order";
import { product } from "@/tests/support/browser/sandbox";
import { type Login, openMerchant, signInTo } from "@/tests/support/browser/signed-in";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { isDeep } from "@/tests/support/in-process/deep";

/** The pages for a merchant's developers. */

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Reads a secret that a page shows once, and notes it for the search of the logs. */
async function revealed(page: Page, label: string): Promise<string> {
  const box = page.getByTestId("revealed").locator("div", { has: page.getByText(label, { exact: true }) });
  const secret = (await box.locator("pre").textContent()) ?? "";
  appendFileSync(product().secretsFile, `${secret}\n`);
  return secret;
}

function statusByCurl(key: string): string {
  const url = `${product().roomy}/api/transactions/`;
  const args = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "@-", url];
  return execFileSync("curl", args, { input: `X-SVC-Key: ${key}`, encoding: "utf8" });
}

test("an API key that is created in the browser works with curl until it is revoked", async ({ page }) => {
  test.skip(!hasCurl, "curl is not installed");
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/api-keys");
  await expectAccessible(page, "no keys");
  await page.getByRole("link", { name: "Create key" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectAccessible(page, "the panel for a new key");
  await page.getByLabel("Name", { exact: true }).fill("Shop server");
  await page.getByLabel("View transactions").check();
  await expect(page.getByText("1 of 24 permissions")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("The password field is required.").first()).toBeVisible();
  await page.getByLabel("Your password").fill(merchant.password);
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await revealed(page, "API key");
  expect(statusByCurl(key)).toBe("200");
  await page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();
  await expect(page.getByRole("status").getByText("Key created.")).toBeVisible();
  await page.getByRole("link", { name: "Shop server" }).click();
  await expectAccessible(page, "one key");

  await page.getByLabel("More actions").click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  const question = page.getByRole("dialog", { name: "Revoke “Shop server”?" });
  await expect(question).toContainText("fail from now on. You cannot undo this.");
  await expectAccessible(page, "the question before a key is revoked");
  await question.getByRole("button", { name: "Keep key" }).click();
  expect(statusByCurl(key)).toBe("200");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await question.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("status").getByText("Key revoked.")).toBeVisible();
  await expect(page.getByRole("row", { name: "Shop server" })).toContainText("Revoked");
  expect(statusByCurl(key)).toBe("401");
});

/** The worker changes the data. The page shows it when it is loaded again, which costs more than reading its HTML. */
async function reloadWith(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(page.url())).text()).toContain(text);
  await page.reload();
}

/** Opens the panel, and fills in the fields that every endpoint has. */
async function fillEndpoint(page: Page, { password }: Login, address: string): Promise<void> {
  await page.getByRole("link", { name: "Add endpoint" }).click();
  await page.getByLabel("URL").fill(address);
  await page.getByLabel("Your password").fill(password);
}

test("an endpoint needs no folded fields, another keeps their second signature, and its failed delivery is resent", async ({
  page,
}) => {
  const receiver = await startReceiver(saying(410, {}, "moved away"));
  const merchant = await openMerchant();
  await signInTo(page, merchant, "/dashboard/test/webhooks");
  await expectAccessible(page, "the webhooks");
  await test.step("a refusal is directly above the fields", async () => {
    await page.getByRole("link", { name: "Add endpoint" }).click();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const problem = await page.getByTestId("form-problem").getByText("is required").boundingBox();
    const field = await page.getByLabel("URL").boundingBox();
    expect(field && problem && field.y - problem.y - problem.height).toBeLessThan(64);
    await page.getByRole("link", { name: "Cancel" }).click();
  });
  await test.step("an endpoint is added while the fields are folded", async () => {
    const address = `${receiver.url}/plain`;
    await fillEndpoint(page, merchant, address);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await revealed(page, "Signing secret");
    await page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();
    await expect(page.getByRole("link", { name: address, exact: true })).toBeVisible();
  });

  await fillEndpoint(page, merchant, receiver.url);
  await page.getByText("Compatibility: second signature").click();
  await page.getByLabel("Second signature").selectOption("body");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("The signature header field is required.").first()).toBeVisible();
  await expectAccessible(page, "the webhooks, with the form for a second signature");
  await page.getByLabel("Signature header").fill("X-Shop-Signature");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const secret = await revealed(page, "Signing secret");
  await page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();
  await page.getByRole("link", { name: receiver.url, exact: true }).click();
  await expect(page.getByText("Second signature: X-Shop-Signature, over the body")).toBeVisible();
  await expectAccessible(page, "an enabled endpoint with a second signature");

  await test.step("a test event has the second signature, and its refusal disables the endpoint", async () => {
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByRole("status").getByText("Test event sent.")).toBeVisible();
    await expect.poll(() => receiver.received.length, { message: "the event arrives" }).toBe(1);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const hmac = createHmac("sha256", secret).update(body).digest("hex");
    expect(headers).toMatchObject({ "x-shop-signature": `sha256=${hmac}` });
    const enable = page.getByRole("button", { name: "Enable endpoint" });
    await reloadWith(page, "Enable endpoint");
    await expectAccessible(page, "a disabled endpoint");
    await enable.click();
    await expect(page.getByRole("button", { name: "Send test event" })).toBeVisible();
  });

  await test.step("the second signature can be changed", async () => {
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Signature header")).toHaveValue("X-Shop-Signature");
    await expectAccessible(page, "the panel of an endpoint");
    await page.getByLabel("Second signature").selectOption("timestamp_body");
    await page.getByLabel("Timestamp header").fill("X-Shop-Timestamp");
    await page.getByLabel("Version header").fill("X-Shop-Version");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status").getByText("Endpoint saved.")).toBeVisible();
    await expect(page.getByText("X-Shop-Signature, over timestamp.body, with X-Shop-Version: v1")).toBeVisible();
  });

  await test.step("a failed delivery opens in its row, and all of them are resent by the notice", async () => {
    await expect(page.getByText(/^1 delivery has failed since/)).toBeVisible();
    await page.getByRole("link", { name: "webhook.test" }).click();
    await expect(page.getByText("moved away")).toBeVisible();
    await expect(page.getByText("Attempt 1")).toBeVisible();
    await expectAccessible(page, "an open delivery");
    receiver.answer = saying(503, {}, "busy");
    await page.getByRole("button", { name: "Resend failed deliveries" }).click();
    await expect(page.getByRole("status").getByText("1 delivery queued.")).toBeVisible();
    await expect.poll(() => receiver.received.length, { message: "it arrives again" }).toBe(2);
    await reloadWith(page, "busy");
    await expect(page.getByRole("button", { name: "Retry now" })).toBeVisible();
  });

  await test.step("a delivery is resent from its page, and arrives", async () => {
    receiver.answer = saying(204);
    await page.getByRole("link", { name: "View headers" }).click();
    await expect(page.getByText("webhook-signature").first()).toBeVisible();
    await expectAccessible(page, "one delivery");
    // The worker makes its own second attempt after five seconds, which may be first.
    await page.getByRole("button", { name: /^(Retry now|Resend)/ }).click();
    await expect(page.getByRole("status").getByText("1 delivery queued.")).toBeVisible();
    // The version header changed the id after the first attempt.
    await expect.poll(() => receiver.received.at(-1)?.json.id).toBe(receiver.received[1]?.json.id);
    expect(receiver.received.at(-1)?.headers).toMatchObject({ "x-shop-version": "v1" });
    await reloadWith(page, ">Delivered<");
    await expect(page.getByRole("button", { name: "Resend" })).toBeVisible();
  });
  receiver.close();
});

async function readHashKey(page: Page, { password }: Login, mode: "test" | "live"): Promise<string> {
  await page.goto(`/dashboard/${mode}/hash-key`);
  await page.getByRole("link", { name: "Show keys" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Show keys" }).click();
  return revealed(page, "Hash key");
}

/** inspect-redirect.test.ts checks every mistake; an ordinary run shows one of each kind on the page. */
const shown = ["fee_inclusive", "other_environment_key", "changed", "right"];

test("the inspector names the mistake in a hash, using the keys that the merchant may see", async ({ page }) => {
  const merchant = await openMerchant();
  const { redirect: address, transactionId: id, order } = await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/live/hash-key");
  const [live, key] = [await readHashKey(page, merchant, "live"), await readHashKey(page, merchant, "test")];
  await expectAccessible(page, "the dialog with the hash key");
  await page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();
  await expectAccessible(page, "the hash key");
  await page.goto("/dashboard/test/hash-inspector");
  await expectAccessible(page, "the empty inspector");

  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const mistakes: [mistake: string, address: string, computed: string][] = [
    ["missing_decimals", address, md5(`${id}10${key}`)],
    ["fee_inclusive", address, md5(`${id}12.05${key}`)],
    ["wrong_key", address, md5(`${id}10.00another key`)],
    ["other_environment_key", address, md5(`${id}10.00${live}`)],
    ["decoded_twice", decodeURIComponent(address), ""],
    ["wrong_order", address, md5(`${key}${id}10.00`)],
    ["order_id", address, md5(`${order}10.00${key}`)],
    ["upper_case", address, md5(`${id}10.00${key}`).toUpperCase()],
    ["changed", address.replace("total=12.05", "total=1.00"), ""],
    ["right", address, md5(`${id}10.00${key}`)],
  ];
  for (const [mistake, pasted, computed] of mistakes.filter(([name]) => isDeep || shown.includes(name))) {
    await page.getByLabel("URL your shop received").fill(pasted);
    await page.getByLabel("Hash your code computed").fill(computed);
    await page.getByRole("button", { name: "Inspect" }).click();
    await expect(page.getByTestId("finding")).toHaveAttribute("data-mistake", mistake);
    if (mistake === "fee_inclusive") {
      await expect(page.getByRole("heading", { name: "Your code hashes the wrong total" })).toBeVisible();
      await expect(page.getByText('md5(transaction_id + "12.05" + hash_key)')).toBeVisible();
      await expectAccessible(page, "a wrong total");
    }
    await expect(page.getByRole("main")).not.toContainText(key);
  }
  await expectAccessible(page, "what was found");
});
