import { afterAll, afterEach, beforeAll } from "vitest";
import type { Emulation } from "@/emulator/base/emulation";
import { followForms } from "@/emulator/base/form-follower";
import { bankPassword } from "@/emulator/base/pages/bank-page";
import type { Kinds } from "@/emulator/base/world";
import { db } from "@/lib/db/client";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { insertTerminal } from "@/lib/gateway/terminals/terminal-store";
import { now } from "@/lib/kit/clock";
import { extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { readHtml } from "@/lib/kit/text/html";
import { currenciesOf } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";

/** What tests need of a running emulator. */
export type Running = { origin: string; baseAddress: string; reset(): void; close(): Promise<void> };
type Merchants = { acquirer: string; merchants: Emulation<Kinds>["merchants"] };
/** An emulator that can be started, with merchant accounts for each platform. */
export type Startable<Started> = Merchants & { start(options: { log: false }): Promise<Started> };

/** Starts an emulator for the tests of a file, and registers a terminal for every platform and currency. */
export function startEmulatorForFile<Started extends Running>(definition: Startable<Started>): () => Started {
  let emulator: Started | undefined;
  beforeAll(async () => {
    emulator = await definition.start({ log: false });
    extendEnv({ GATEWAY_EMULATOR: emulator.origin });
    await registerTerminals(definition, emulator.baseAddress);
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
export const closeBreaker = ({ baseAddress }: Pick<Running, "baseAddress">): Promise<void> =>
  breakerOf(baseAddress, async () => true).close();

/** Registers a terminal of the emulator for every platform and currency. */
export async function registerTerminals({ acquirer, merchants }: Merchants, baseAddress: string): Promise<void> {
  for (const [index, platform] of platformCodes.entries()) {
    const { merchantId = "", secrets = {} } = merchants[index] ?? {};
    for (const currency of currenciesOf(platform)) {
      const credentials = { baseAddress, merchantId, secrets };
      await insertTerminal({ id: newUlid(), acquirer, platform, currency, credentials, createdAt: now() });
    }
  }
}

export type Visit = "pass" | "fail" | "cancel";

const answers: Record<Visit, Record<string, string>> = {
  pass: { password: bankPassword, action: "confirm" },
  fail: { password: "wrong", action: "confirm" },
  cancel: { password: "", action: "cancel" },
};

type PostedForm = { action: string; fields: Record<string, string> };

/**
 * Follows the gateway's pages as a browser does, until a form leads to another origin. Returns the fields that the
 * browser posts there, and where, or null if it never posts. The first form of the page leads to the gateway. If it
 * fills a frame, the pages in the frame come first, and then the other form of the page.
 */
export async function visitGateway(html: string, visit: Visit = "pass"): Promise<PostedForm | null> {
  const [first] = readHtml(html).forms;
  if (!first?.action) return null;
  const { origin } = new URL(first.action);
  const follow = (beginsInFrame: boolean) =>
    followForms(html, {
      beginsInFrame,
      isReturn: (address) => address.origin !== origin,
      answer: () => answers[visit],
    });
  const form = (first.target !== null && (await follow(true))) || (await follow(false));
  return form && { action: form.action.href, fields: form.fields };
}
