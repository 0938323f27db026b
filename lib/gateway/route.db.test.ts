import { afterEach, beforeEach, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { addTerminal } from "@/emulator/testing/live-charges";
import { checkAcquirerHealth } from "@/lib/acquirers/check-health";
import { listTerminals } from "@/lib/acquirers/operate-terminals";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { inProduction } from "@/tests/support/http/production";
import { gatewayOf } from "./gateways";
import { findDetours, routeOf } from "./route";
import { findAuthenticationPlace, recordAuthenticationPlace } from "./terminals/terminal-store";

/** Two terminals of different gateways serve the same currency. Their order is the order of their creation. */
const wanted = { environment: "live", platform: "TT", currency: "TTD" } as const;
const production = "https://gateway.example.com/api/";
const onThisMachine = "http://127.0.0.1:1/api/";

let restore = () => {};
beforeEach(() => {
  restore = () => {};
});
afterEach(async () => {
  restore();
  await db().gatewayBreaker.deleteMany();
  await db().terminal.deleteMany();
});

it("in production, no payment goes to a test terminal, not even while the gateway of the real one is down", async () => {
  const test = await addTerminal({ baseAddress: onThisMachine });
  const real = await addTerminal({ baseAddress: production });
  restore = inProduction();
  expect(await routeOf(wanted)).toMatchObject({ terminalId: real });
  await db().gatewayBreaker.create({ data: { baseAddress: production, openedAt: new Date() } });
  expect(await routeOf(wanted)).toBeNull();
  await db().terminal.delete({ where: { id: real } });
  expect(await routeOf(wanted)).toMatchObject({ terminalId: test });
});

it("a route names its acquirer and terminal, and whose place it takes while the first gateway is down", async () => {
  const first = await addTerminal({ baseAddress: production });
  const second = await addTerminal({ baseAddress: onThisMachine });
  const { acquirer } = firstEmulator;
  expect(await routeOf(wanted)).toEqual({ terminalId: first, names: { acquirer, terminal: first } });
  expect(await findDetours()).toEqual([]);
  await db().gatewayBreaker.create({ data: { baseAddress: production, openedAt: new Date() } });
  const names = { acquirer, terminal: second, insteadOf: acquirer };
  expect(await routeOf(wanted)).toEqual({ terminalId: second, names });
  const { platform, currency } = wanted;
  expect(await findDetours()).toMatchObject([{ platform, currency, first: { id: first }, used: { id: second } }]);
  await db().gatewayBreaker.create({ data: { baseAddress: onThisMachine, openedAt: new Date() } });
  expect(await findDetours()).toEqual([]);
});

it("a terminal of an acquirer that only a newer release knows is left alone, and the others work", async () => {
  const newer = await addTerminal({ baseAddress: production });
  await db().terminal.update({ where: { id: newer }, data: { acquirer: "newer" } });
  expect(await routeOf(wanted)).toBeNull();
  const known = await addTerminal({ baseAddress: onThisMachine });
  expect(await routeOf(wanted)).toMatchObject({ terminalId: known });
  await checkAcquirerHealth();
  expect((await listTerminals()).map(({ acquirer }) => acquirer)).toContain("newer");
  const gateway = await gatewayOf({ environment: "live", terminalId: newer });
  const id = newUlid();
  expect(await gateway.inquire(id)).toEqual({ status: "unknown" });
  const refund = { refundId: id, attemptId: id, amount: 1n, currency: "TTD", simulation: null } as const;
  // Nothing was sent, so a process of the newer release sends it later.
  expect(await gateway.refund(refund)).toEqual({ status: "unreachable" });
});

it("what certification found at a gateway holds there, and elsewhere only until that gateway is certified", async () => {
  const [one, other] = [
    await addTerminal({ baseAddress: production }),
    await addTerminal({ baseAddress: onThisMachine }),
  ];
  const placeAt = async (id: string) =>
    findAuthenticationPlace(await db().terminal.findUniqueOrThrow({ where: { id } }));
  await recordAuthenticationPlace(one, "payment", new Date("2026-11-18T12:00:00Z"));
  expect([await placeAt(one), await placeAt(other)]).toEqual(["payment", "payment"]);
  await recordAuthenticationPlace(other, "nowhere", new Date("2026-11-19T12:00:00Z"));
  expect([await placeAt(one), await placeAt(other)]).toEqual(["payment", "nowhere"]);
  await db().terminal.update({ where: { id: other }, data: { acquirer: "another" } });
  await recordAuthenticationPlace(one, "inquiry", new Date("2026-11-19T13:00:00Z"));
  expect(await placeAt(other)).toBe("nowhere");
});
