import { afterAll, beforeEach } from "vitest";

type Running = { reset(): void; close(): Promise<void> };

/** Starts an emulator for the tests of a file. Every test begins with its defaults. */
export async function startForTests<Started extends Running>(definition: {
  start(options: { log: false }): Promise<Started>;
}): Promise<Started> {
  const emulator = await definition.start({ log: false });
  beforeEach(() => emulator.reset());
  afterAll(() => emulator.close());
  return emulator;
}
