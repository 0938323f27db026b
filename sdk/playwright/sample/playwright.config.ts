import { defineConfig, devices } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  use: { ...devices["Desktop Chrome"], baseURL: process.env.SHOP_URL ?? "http://localhost:3000" },
});
