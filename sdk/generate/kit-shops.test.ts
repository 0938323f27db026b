import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { plainFetch } from "@/lib/conformance/plain-fetch";
import { kitCases, runKit } from "@/lib/conformance/run-kit";
import { usualWords } from "@/lib/conformance/verdict";
import { shopSecrets, shopWebhookSecret } from "@/tests/support/shops/wrong-shop";
import { installLibraries } from "./installed";
import { startKitShop } from "./kit-shops";
import { shopLanguages } from "./shop-folder";

const folder = mkdtempSync(join(tmpdir(), "tradewind-kit-shops-"));
let libraries: Awaited<ReturnType<typeof installLibraries>>;
beforeAll(async () => {
  libraries = await installLibraries();
});
afterAll(() => {
  libraries.remove();
  rmSync(folder, { recursive: true });
});

it.concurrent.for(shopLanguages)(
  "a shop that consists of the guide's samples in %s passes every case of the conformance kit",
  async (language, { skip }) => {
    libraries.find(language, skip);
    const shop = await startKitShop(language, mkdtempSync(join(folder, "shop-")), libraries.folder, {
      TRADEWIND_HASH_KEY: shopSecrets.hashKey,
      TRADEWIND_SIGNING_SECRET: shopSecrets.signingSecret,
      TRADEWIND_WEBHOOK_SECRET: shopWebhookSecret,
    });
    const target = {
      returnUrl: `${shop.origin}/return`,
      orderStatusUrl: `${shop.origin}/orders/{order_id}`,
      webhookUrl: `${shop.origin}/hook`,
      start: { url: `${shop.origin}/start`, body: null },
      orders: [],
      accountNumber: "1234567890",
      secrets: shopSecrets,
      webhookSecret: shopWebhookSecret,
      words: usualWords,
    };
    const report = await runKit(target, {
      fetchOnce: plainFetch,
      mayVisit: ({ origin }) => origin === shop.origin,
      readCheckout: async () => null,
      docsOrigin: "https://pay.test",
      limits: { runMs: 60_000, pageMs: 15_000, webhookMs: 15_000, settleMs: 100 },
    });
    shop.stop();
    const notPassed = report.cases.filter(({ outcome }) => outcome !== "passed");
    expect(notPassed.map(({ id, outcome, did }) => [id, outcome, did])).toEqual([]);
    expect(report.summary.passed).toBe(kitCases.length);
  },
);
