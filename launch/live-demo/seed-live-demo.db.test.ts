import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emulators } from "@/emulator/emulators";
import { findAccount } from "@/lib/accounts/store";
import { isPasswordOf } from "@/lib/auth/sign-in/passwords";
import { db } from "@/lib/db/client";
import { findOrder, findTerminals, loadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { extendEnv } from "@/lib/kit/env";
import { currenciesOf } from "@/lib/reference/currencies";
import { liveDemo } from "@/lib/reference/live-demo";
import { platformCodes } from "@/lib/reference/platforms";
import { seedLiveDemo } from "./seed-live-demo";

const { accountNumber, email, password } = liveDemo;
const originsFrom = (port: number) => emulators.map((_, index) => `http://127.0.0.1:${port + index}`);
const emulatorsFrom = (port: number) => extendEnv({ GATEWAY_EMULATOR: originsFrom(port).join(" ") });

const readSeed = async () => ({
  account: await findAccount(accountNumber),
  settings: await db().merchantSettings.findMany({ where: { accountNumber } }),
  auditEntries: await db().auditEntry.count(),
  terminals: await findTerminals(),
});

beforeAll(() => {
  emulatorsFrom(3099);
});
afterAll(() => {
  extendEnv({ GATEWAY_EMULATOR: "" });
});

// These tests share one database and depend on their order.
describe("the seed of the live demo", () => {
  it("creates nothing without an emulator of each gateway", async () => {
    extendEnv({ GATEWAY_EMULATOR: originsFrom(3099).slice(1).join(" ") });
    await expect(seedLiveDemo()).rejects.toThrow("needs the emulator of each gateway");
    expect(await readSeed()).toMatchObject({ account: null, terminals: [] });
    emulatorsFrom(3099);
  });

  it("creates a verified merchant that is live on all platforms and can sign in", async () => {
    await seedLiveDemo();
    const account = await findAccount(accountNumber);
    expect(account).toMatchObject({ email, type: "BUSINESS", sandboxOnly: false, isOperator: false });
    expect(account?.livePlatforms).toEqual(platformCodes);
    expect([account?.verifiedAt, account?.emailConfirmedAt]).toEqual([expect.any(Date), expect.any(Date)]);
    const { passwordHash } = await db().account.findUniqueOrThrow({
      where: { accountNumber },
      select: { passwordHash: true },
    });
    expect(await isPasswordOf(passwordHash, password)).toBe(true);
  });

  it("registers a terminal of each emulator for every platform and currency, in the order of the emulators", async () => {
    for (const platform of platformCodes) {
      for (const currency of currenciesOf(platform)) {
        const order = await findOrder({ platform, currency });
        expect(order.map(({ acquirer }) => acquirer)).toEqual(emulators.map(({ acquirer }) => acquirer));
        for (const [index, { id }] of order.entries()) {
          const { merchantId, secrets } = (await loadTerminal(id)).credentials;
          expect(emulators[index]?.merchants).toContainEqual({ merchantId, secrets });
        }
      }
    }
    expect(await findTerminals()).toHaveLength(20);
  });

  it("changes nothing the second time, also if an operator has disabled a terminal", async () => {
    await db().terminal.updateMany({ where: { platform: "BB", currency: "USD" }, data: { disabledAt: new Date() } });
    const before = await readSeed();
    await seedLiveDemo();
    expect(await readSeed()).toEqual(before);
  });

  it("registers new terminals if the emulators have other addresses, and uses only them", async () => {
    const gatewaysFrom = (port: number) =>
      originsFrom(port).map((origin, index) => emulators[index]?.baseAddressAt(origin));
    const addresses = async () => (await findOrder({ platform: "BB", currency: "BBD" })).map((one) => one.baseAddress);
    emulatorsFrom(4000);
    await seedLiveDemo();
    expect(await findTerminals()).toHaveLength(40);
    expect(await addresses()).toEqual(gatewaysFrom(4000));
    emulatorsFrom(3099);
    await seedLiveDemo();
    expect(await addresses()).toEqual(gatewaysFrom(3099));
  });
});
