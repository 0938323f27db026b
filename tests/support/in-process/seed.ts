import { randomInt } from "node:crypto";
import { rawEnv } from "@/lib/kit/env";

/**
 * Property tests draw other values in every run, and print their seed when they fail.
 * «TEST_SEED=<seed> npm test -- <file>» plays a failed run again.
 */
export const testSeed = Number(rawEnv().TEST_SEED ?? randomInt(2 ** 31 - 1_000_000));
