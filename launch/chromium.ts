import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";
import { LaunchError } from "./processes";

const shellPath = "/usr/bin/chromium-headless-shell";
/** Paths of full browsers, in order of preference. */
const fullPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const builds = ["chrome-linux/chrome", "chrome-linux64/chrome", "chrome-mac/Chromium.app/Contents/MacOS/Chromium"];

type Installed = {
  /** The program that CHROMIUM_PATH names. */
  named?: string | undefined;
  /** A browser without windows, which is made for tests. */
  shell?: string | undefined;
  full?: string | undefined;
};

/** Finds the installed browsers, otherwise a full one that Playwright has downloaded before. Downloads nothing. */
export function findBrowsers(): Installed {
  const named = rawEnv().CHROMIUM_PATH || undefined;
  if (named && !existsSync(named)) throw new LaunchError(`CHROMIUM_PATH names a file that does not exist: ${named}`);
  const cache = rawEnv().PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache/ms-playwright");
  const cached = existsSync(cache)
    ? readdirSync(cache)
        .filter((name) => name.startsWith("chromium-"))
        .flatMap((name) => builds.map((build) => join(cache, name, build)))
    : [];
  const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path));
  return { named, shell: firstOf([shellPath]), full: firstOf([...fullPaths, ...cached]) };
}

type Choice = { paths: readonly [string, ...string[]]; reason: string };

/** The browsers of a test run. The headless shell is faster, and payers use the full browser. */
export function chooseBrowsers({ named, shell, full }: Installed, run: "everyday" | "deep"): Choice {
  if (named) return { paths: [named], reason: "CHROMIUM_PATH names it" };
  if (shell && full) {
    return run === "deep"
      ? { paths: [shell, full], reason: "a deep run uses both" }
      : { paths: [shell], reason: "it is faster than the full browser, which is installed, too" };
  }
  if (shell) return { paths: [shell], reason: "no full browser is installed" };
  if (full) return { paths: [full], reason: "the headless shell is not installed" };
  throw new LaunchError(
    "The browser tests need Chromium. Install it (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to its program.",
  );
}

/** The browser for programs that use one. */
export const findChromium = (): string => chooseBrowsers(findBrowsers(), "everyday").paths[0];
