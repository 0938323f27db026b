import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./launch/chromium";
import { rawEnv } from "./lib/kit/env";
import type { Product } from "./tests/support/http/product";

/** `npm test` starts the product and passes its addresses. */
const product: Product | null = JSON.parse(rawEnv().TEST_PRODUCT ?? "null");

/**
 * Chromium uses only the last such list, so this one repeats Playwright's own. It adds the address bars of windows:
 * hidden pages that cost every test half a second.
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
  // Both browsers draw letters in the same way. The full one reads this from FONTCONFIG_FILE.
  "--font-render-hinting=none",
  // Chromium's own sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

const env = { ...rawEnv(), FONTCONFIG_FILE: resolve("tests/support/browser/fonts.conf") } as Record<string, string>;

const liveSpecs = /live\/.*\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  // UPDATE_PICTURES=1 npm test -- pictures.spec
  updateSnapshots: rawEnv().UPDATE_PICTURES ? "all" : "none",
  // One more than cores, because payments also wait. Two more take a sixth more processor time, and longer.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // Long, because both cores are shared by several browsers, the product and its database; nothing here measures time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: product?.roomy ?? "http://localhost:3000",
    launchOptions: { executablePath: findChromium(), args, env },
  },
  projects: [
    // These specs run one after another, because they share a product of their own. So they start first.
    { name: "live", testMatch: liveSpecs, use: { ...devices["Desktop Chrome"] } },
    { name: "desktop", testIgnore: liveSpecs, use: { ...devices["Desktop Chrome"] } },
  ],
});
