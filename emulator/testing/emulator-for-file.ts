import { afterAll, afterEach, beforeAll } from "vitest";
import { type Emulator, startEmulator } from "@/emulator/base/emulator";
import { followForms } from "@/emulator/base/form-follower";
import { acquirer, terminals } from "@/emulator/powertranz/terminals";
import { db } from "@/lib/db/client";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { insertTerminal } from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { currenciesOf } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";

/** Starts the gateway emulator for the tests of a file, and registers a terminal for every platform and currency. */
export function startEmulatorForFile(): () => Emulator {
  let emulator: Emulator | undefined;
  beforeAll(async () => {
    emulator = await startEmulator({ log: false });
    extendEnv({ GATEWAY_EMULATOR: emulator.origin });
    await registerTerminals(emulator.baseAddress);
  });
  afterEach(async () => {
    emulator?.reset();
    if (emulator) await closeBreaker(emulator);
  });
  afterAll(async () => {
    extendEnv({ GATEWAY_EMULATOR: "" });
    await emulator?.close();
    await db().terminal.updateMany({ data: { disabledAt: now() } });
  });
  return () => {
    if (!emulator) throw new Error("The emulator has not started.");
    return emulator;
  };
}

/** Lets calls to the emulator through again. */
export const closeBreaker = ({ baseAddress }: Pick<Emulator, "baseAddress">): Promise<void> =>
  breakerOf(baseAddress, async () => true).close();

/** Registers a terminal of the emulator for every platform and currency. */
export async function registerTerminals(baseAddress: string): Promise<void> {
  for (const [index, platform] of platformCodes.entries()) {
    const { id: merchantId = "", password = "" } = terminals[index] ?? {};
    for (const currency of currenciesOf(platform)) {
      const credentials = { baseAddress, merchantId, secrets: { password } };
      await insertTerminal({ id: newUlid(), acquirer, platform, currency, credentials, createdAt: now() });
    }
  }
}

export type Visit = "pass" | "fail" | "cancel";

/** Cards of the emulator that pass the check digit rule of our page. */
export const liveCards = {
  frictionless: "4012000000020071",
  attempted: "4012000000020089",
  challenged: "4012000000020006",
  fingerprint: "4012010000020070",
  refusedByBank: "4012000000020121",
  declined: "4999990100510004",
} as const;

const bankPassword = "3ds2";
const answers: Record<Visit, Record<string, string>> = {
  pass: { password: bankPassword, action: "confirm" },
  fail: { password: "wrong", action: "confirm" },
  cancel: { password: "", action: "cancel" },
};

type PostedForm = { action: string; fields: Record<string, string> };

/**
 * Follows the gateway's pages as a browser does, until a form leads to another origin. Returns the fields that the
 * browser posts there, and where, or null if it never posts.
 */
export async function visitGateway(html: string, visit: Visit = "pass"): Promise<PostedForm | null> {
  let origin = "";
  const form = await followForms(html, {
    isReturn: (address) => {
      origin ||= address.origin;
      return address.origin !== origin;
    },
    answer: () => answers[visit],
  });
  return form && { action: form.action.href, fields: form.fields };
}
