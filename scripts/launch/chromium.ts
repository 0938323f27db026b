import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";
import { LaunchError } from "./processes";

/** Paths of installed browsers, in order of preference. The headless shell is made for tests and starts fastest. */
const installed = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const builds = ["chrome-linux/chrome", "chrome-linux64/chrome", "chrome-mac/Chromium.app/Contents/MacOS/Chromium"];

/** Finds an installed Chromium, otherwise one that Playwright has downloaded before. Downloads nothing. */
export function findChromium(): string {
  const cache = rawEnv().PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache/ms-playwright");
  const cached = existsSync(cache)
    ? readdirSync(cache)
        .filter((name) => name.startsWith("chromium-"))
        .flatMap((name) => builds.map((build) => join(cache, name, build)))
    : [];
  const found = [rawEnv().CHROMIUM_PATH ?? "", ...installed, ...cached].find((path) => path && existsSync(path));
  if (!found) {
    throw new LaunchError(
      "The browser tests need Chromium. Install it (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to its program.",
    );
  }
  return found;
}
