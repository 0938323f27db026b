import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, inject, it } from "vitest";
import { findChromium } from "@/launch/chromium";
import { rawEnv } from "@/lib/kit/env";
import { cleanAround, temporaryFolder } from "@/tests/support/http/launcher";

cleanAround();

const packageFolder = "sdk/playwright";

/** A merchant's copy of the sample project, with the package as npm would install it. */
function copySample(): string {
  const folder = temporaryFolder();
  cpSync(join(packageFolder, "sample"), folder, { recursive: true });
  // Packing compiles the package by a script, which this project's .npmrc would skip.
  const options = ["--ignore-scripts=false", "--pack-destination", folder];
  execFileSync("npm", ["pack", `./${packageFolder}`, ...options], { stdio: "ignore" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  const installed = join(folder, "node_modules/@tradewind/playwright");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
  for (const name of ["@playwright", "@types"])
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  return folder;
}

/** Playwright's own browser cannot be downloaded everywhere. */
const configWithChromium = () => `import config from "./playwright.config";
const launchOptions = { executablePath: ${JSON.stringify(findChromium())}, args: ["--no-sandbox"] };
export default { ...config, use: { ...config.use, launchOptions } };`;

it("the packed Playwright package has types, and the sample project passes with it against the demo shop", () => {
  const cwd = copySample();
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
