import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "@/emulator/emulator";
import { terminals } from "@/emulator/terminals";
import { extendEnv } from "@/lib/kit/env";
import { addTerminal, disableTerminalOrThrow } from "./operate-terminals";
import { probeTerminals } from "./probe-terminals";

const { id: merchantId = "", password = "" } = terminals.find(({ title }) => title.startsWith("Trinidad")) ?? {};
const credentials = { merchantId, password, gatewayKey: null };
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ log: false });
  extendEnv({ POWERTRANZ_URL: emulator.baseAddress });
  await addTerminal("TT", "TTD", credentials);
});
afterEach(() => emulator.reset());
afterAll(async () => {
  extendEnv({ POWERTRANZ_URL: "" });
  await emulator.close();
});

async function verdicts(chosen: Parameters<typeof probeTerminals>[0] = {}): Promise<string[]> {
  const found = [];
  for await (const { platform, currency, verdict } of probeTerminals(chosen)) {
    found.push(`${platform} ${currency} ${verdict}`);
  }
  return found;
}

it("the gateway accepts a well-formed query with the right password, and refuses a wrong password", async () => {
  const { id } = await addTerminal("TT", "USD", { ...credentials, password: "wrong" });
  expect(await verdicts()).toEqual(["TT TTD accepted", "TT USD refused"]);
  expect(emulator.state()).toMatchObject({ violations: [], transactions: [] });
  await disableTerminalOrThrow(id);
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
