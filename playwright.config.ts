import { defineConfig, devices } from "@playwright/test";
import { rawEnv } from "./lib/kit/env";
import { findChromium } from "./scripts/launch/chromium";
import type { Product } from "./tests/support/http/product";

/** Run by «npm test», which starts the product and hands its addresses over. */
const product: Product | null = JSON.parse(rawEnv().TEST_PRODUCT ?? "null");

/**
 * Chromium takes only the last such list, so Playwright's own is repeated. Added are the windows' address
 * bars, pages that nobody sees and that cost every test half a second.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

const args = [
  `--disable-features=${disabledFeatures.join(",")}`,
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  // Chromium's own sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  // More than cores: most of a payment is waiting for a bank, a clock or a redirect.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // Long, because both cores are shared by four browsers, the product and its database; nothing here measures time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: product?.roomy ?? "http://localhost:3000",
    launchOptions: { executablePath: findChromium(), args },
  },
  // Workers cost each project some seconds, so the small one has few, and comes first.
  projects: [
    // What a payment does is the same everywhere; what it looks like is not.
    { name: "phone", workers: 2, testMatch: /(landing|layout)\.spec\.ts$/, use: { ...devices["Pixel 7"] } },
    { name: "desktop", use: { ...devices["Desktop Chrome"] } },
  ],
});
