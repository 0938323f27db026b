import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Emulator, firstEmulator } from "@/emulator/emulators";
import type { Currency } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";
import { addTerminal, disableTerminalOrThrow } from "./operate-terminals";
import { probeTerminals } from "./probe-terminals";

const { acquirer, merchants, start } = firstEmulator;
const { merchantId = "", secrets: { password = "" } = {} } = merchants[platformCodes.indexOf("TT")] ?? {};
let emulator: Emulator;

beforeAll(async () => {
  emulator = await start({ log: false });
  await add("TTD");
});
afterEach(() => emulator.reset());
afterAll(async () => {
  await emulator.close();
});

const add = (currency: Currency, secrets = { password }) =>
  addTerminal({ acquirer, platform: "TT", currency, merchantId, gateway: emulator.baseAddress, secrets });

async function verdicts(chosen: Parameters<typeof probeTerminals>[0] = {}): Promise<string[]> {
  const found = [];
  for await (const { platform, currency, verdict } of probeTerminals(chosen)) {
    found.push(`${platform} ${currency} ${verdict}`);
  }
  return found;
}

it("the gateway accepts a well-formed query with the right password, and refuses a wrong password", async () => {
  const { id } = await add("USD", { password: "wrong" });
  expect(await verdicts()).toEqual(["TT TTD accepted", "TT USD refused"]);
  expect(emulator.state()).toMatchObject({ violations: [], transactions: [] });
  await disableTerminalOrThrow(id, { evenLast: true });
});

it("only terminals of the chosen platform and currency are tested", async () => {
  expect(await verdicts({ platform: "TT", currency: "TTD" })).toEqual(["TT TTD accepted"]);
  expect(await verdicts({ platform: "JM" })).toEqual([]);
  expect(await verdicts({ currency: "USD" })).toEqual([]);
});

it("a gateway that is down is unreachable", async () => {
  emulator.setDown("refuse");
  expect(await verdicts()).toEqual(["TT TTD unreachable"]);
});
