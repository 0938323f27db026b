import { defineConfig, devices } from "@playwright/test";
import type { Product } from "./e2e/support/product";
import { rawEnv } from "./lib/kit/env";
import { findChromium } from "./scripts/launch/chromium";

/** Run by «npm test», which starts the product and hands its addresses over. */
const product: Product | null = JSON.parse(rawEnv().TEST_PRODUCT ?? "null");

const args = [
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
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: product?.roomy ?? "http://localhost:3000",
    launchOptions: { executablePath: findChromium(), args },
  },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"] } },
    { name: "phone", use: { ...devices["Pixel 7"] } },
    { name: "dark", use: { ...devices["Desktop Chrome"], colorScheme: "dark" } },
  ],
});
