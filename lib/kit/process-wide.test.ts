import { expect, it, vi } from "vitest";
import { processWide } from "./process-wide";

it("makes a value once per name, also for a module that is loaded again", async () => {
  const make = vi.fn(() => ({}));
  const value = processWide("test: one", make);
  vi.resetModules();
  const { processWide: loadedAgain } = await import("./process-wide");
  expect(loadedAgain).not.toBe(processWide);
  expect(loadedAgain("test: one", make)).toBe(value);
  expect(loadedAgain("test: another", make)).not.toBe(value);
  expect(make).toHaveBeenCalledTimes(2);
});
