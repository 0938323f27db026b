import { randomInt } from "node:crypto";
import { inject } from "vitest";
import { rawEnv } from "@/lib/kit/env";

/**
 * Property tests draw other values in every run, and print their seed when they fail.
 * «TEST_SEED=<seed> npm test -- <file>» plays a failed run again.
 */
export const testSeed = Number(rawEnv().TEST_SEED ?? randomInt(2 ** 31 - 1_000_000));

/**
 * Draws every `step`-th case of a list, another part in every run. A deep run has all cases. `salt` gives the lists of
 * a file different parts.
 */
export const drawCases = <Case>(cases: readonly Case[], step: number, salt = 0): Case[] =>
  inject("isDeep") ? [...cases] : cases.filter((_, index) => (index + salt + testSeed) % step === 0);
