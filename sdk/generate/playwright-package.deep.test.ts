import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, inject, it } from "vitest";
import { findChromium } from "@/launch/chromium";
import { rawEnv } from "@/lib/kit/env";
import { cleanAround, temporaryFolder } from "@/tests/support/http/launcher";
import { installPlaywrightPackage } from "./shop-folder";

cleanAround();

/** A merchant's copy of the sample project, with the package that the product serves. */
async function copySample(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await installPlaywrightPackage(folder);
  cpSync(join(folder, "node_modules/@Tradewind/playwright/sample"), folder, { recursive: true });
  for (const name of ["@playwright", "@types"])
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  return folder;
}

/** Playwright's own browser cannot be downloaded everywhere. */
const configWithChromium = () => `import config from "./playwright.config";
const launchOptions = { executablePath: ${JSON.stringify(findChromium())}, args: ["--no-sandbox"] };
export default { ...config, use: { ...config.use, launchOptions } };`;

it("the Playwright package has types, and the sample project passes with it against the demo shop", async () => {
  const cwd = await copySample();
  const options =
    "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --types node";
  const files = ["playwright.config.ts", "tests/shop.spec.ts"];
  execFileSync(resolve("node_modules/.bin/tsc"), [...options.split(" "), ...files], { cwd, stdio: "inherit" });
  writeFileSync(join(cwd, "chromium.config.ts"), configWithChromium());
  const own: Record<string, string> = { SHOP_URL: inject("product").roomy };
  const env = { ...rawEnv(), ...own } as NodeJS.ProcessEnv;
  const args = ["node_modules/@playwright/test/cli.js", "test", "--config", "chromium.config.ts", "--reporter", "line"];
  expect(execFileSync(process.execPath, args, { cwd, env, encoding: "utf8" })).toContain("5 passed");
});
