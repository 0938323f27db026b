import { afterAll, afterEach, beforeAll } from "vitest";
import { db } from "@/lib/db/client";
import { insertTerminal } from "@/lib/gateway/powertranz/terminal-store";
import { breaker } from "@/lib/gateway/powertranz/transport/breaker";
import { now } from "@/lib/kit/clock";
import { extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { currenciesOf } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";
import { type Emulator, startEmulator } from "@/scripts/powertranz-emulator/emulator";
import { terminals } from "@/scripts/powertranz-emulator/terminals";

/** Starts the gateway emulator for the tests of a file, and registers a terminal for every platform and currency. */
export function startEmulatorForFile(): () => Emulator {
  let emulator: Emulator | undefined;
  beforeAll(async () => {
    emulator = await startEmulator({ log: false });
    extendEnv({ LIVE_ACQUIRER: "powertranz", POWERTRANZ_URL: emulator.baseAddress });
    await registerTerminals();
  });
  afterEach(() => {
    emulator?.reset();
    breaker.close();
  });
  afterAll(async () => {
    extendEnv({ LIVE_ACQUIRER: "", POWERTRANZ_URL: "" });
    await emulator?.close();
    await db().terminal.updateMany({ data: { disabledAt: now() } });
  });
  return () => {
    if (!emulator) throw new Error("The emulator has not started.");
    return emulator;
  };
}

/** Registers a terminal of the emulator for every platform and currency. */
export async function registerTerminals(): Promise<void> {
  for (const [index, platform] of platformCodes.entries()) {
    const { id: merchantId = "", password = "" } = terminals[index] ?? {};
    for (const currency of currenciesOf(platform)) {
      const credentials = { merchantId, password, gatewayKey: null };
      await insertTerminal({ id: newUlid(), platform, currency, credentials, createdAt: now() });
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
  let page = html;
  let origin = "";
  for (let step = 0; step < 10; step++) {
    const form = formIn(page);
    if (!form) return null;
    origin ||= new URL(form.action).origin;
    if (new URL(form.action).origin !== origin) return form;
    const typed = form.action.endsWith("/acs/answer") ? answers[visit] : {};
    const body = new URLSearchParams({ ...form.fields, ...typed });
    page = await (await fetch(form.action, { method: "POST", body })).text();
  }
  throw new Error("The gateway's pages do not end.");
}

/** The first form of a page that replaces the page itself. */
function formIn(html: string): PostedForm | null {
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)];
  const [, attributes = "", content = ""] = forms.find(([, head = ""]) => !/\btarget=/.test(head)) ?? [];
  const action = /action=["']([^"']*)/.exec(attributes)?.[1];
  if (action === undefined) return null;
  const inputs = [...content.matchAll(/<input type=["']hidden["'] name=["']([^"']*)["'] value=["']([^"']*)["']/g)];
  return {
    action: plainText(action),
    fields: Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, plainText(value)])),
  };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const plainText = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
