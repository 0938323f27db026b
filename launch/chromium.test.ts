import { expect, it, vi } from "vitest";
import { chooseBrowsers, findBrowsers } from "./chromium";

const [shell, full, named] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/opt/chrome"];

it.each([
  ["the headless shell if both are installed", { shell, full }, "everyday", [shell]],
  ["both in a deep run, the headless shell first", { shell, full }, "deep", [shell, full]],
  ["the full browser if it is alone", { full }, "everyday", [full]],
  ["the only one in a deep run, too", { full }, "deep", [full]],
  ["the headless shell if it is alone", { shell }, "deep", [shell]],
  ["only the one that CHROMIUM_PATH names, in a deep run, too", { named, shell, full }, "deep", [named]],
] as const)("the browser tests use %s, and say why", (_, installed, run, expected) => {
  const { paths, reason } = chooseBrowsers(installed, run);
  expect(paths).toEqual(expected);
  expect(reason).not.toBe("");
});

it("a machine without Chromium gets the names of the package and of the variable", () => {
  expect(() => chooseBrowsers({}, "everyday")).toThrow(/apt-get install chromium-headless-shell.*CHROMIUM_PATH/);
});

it("a CHROMIUM_PATH that names no file is refused instead of ignored", () => {
  vi.stubEnv("CHROMIUM_PATH", "/missing/chromium");
  expect(() => findBrowsers()).toThrow("CHROMIUM_PATH names a file that does not exist: /missing/chromium");
  vi.unstubAllEnvs();
});
