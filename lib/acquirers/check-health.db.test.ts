import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as readiness } from "@/app/readyz/route";
import { addLiveCharge, addLiveRefund, addTerminal } from "@/emulator/testing/live-charges";
import { db } from "@/lib/db/client";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { disableTerminal } from "@/lib/gateway/terminals/terminal-store";
import { hour, later, minute, now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { type AttemptColumns, createAttempt } from "@/tests/support/in-process/attempts";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { checkAcquirerHealth } from "./check-health";
import { findHealth, recordHealth } from "./health-store";

/** A gateway that only has the health check. */
const gateway = { status: 200, checks: 0, isSilent: false };
let server: Server;
let baseAddress: string;
let terminalId: string;
const breaker = () => breakerOf(baseAddress, async () => false);

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/api/alive") gateway.checks += 1;
    if (gateway.isSilent) return;
    response.writeHead(request.url === "/api/alive" ? gateway.status : 404).end("OK");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  baseAddress = `http://127.0.0.1:${port}/api/`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const { pass } = movingClock();
beforeEach(() => {
  Object.assign(gateway, { status: 200, checks: 0, isSilent: false });
  for (const level of ["error", "warn", "info"] as const) vi.spyOn(log, level).mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db().gatewayBreaker.deleteMany();
});

const health = () => findHealth(baseAddress);
const checkWith = async (status: number, afterMs = 5 * second) => {
  pass(afterMs);
  gateway.status = status;
  await checkAcquirerHealth();
  return now();
};

it("an acquirer without a terminal is not checked, so it is never reported as down", async () => {
  await checkWith(503);
  expect([gateway.checks, await health()]).toEqual([0, null]);
  expect(log.error).not.toHaveBeenCalled();
});

it("the gateway of a disabled terminal is checked as long as one of its refunds is open", async () => {
  const id = await addTerminal({ baseAddress });
  await disableTerminal(id, now());
  await checkWith(200);
  expect(gateway.checks).toBe(0);
  const charge = await addLiveCharge({ terminalId: id, at: later(-hour) });
  await addLiveRefund(charge, { at: later(-minute), amount: 100n, status: "sent" });
  await checkWith(200);
  expect(gateway.checks).toBe(1);
  await db().refund.updateMany({ data: { dueAt: null, endedAt: now(), status: "refunded" } });
  await checkWith(200);
  expect(gateway.checks).toBe(1);
});

describe("the health check of a live acquirer with a terminal", () => {
  beforeAll(async () => {
    terminalId = await addTerminal({ baseAddress });
  });

  it("the check records the state with its start, the time of the check and the latency", async () => {
    const first = await checkWith(200);
    expect(await health()).toMatchObject({ isUp: true, since: first, checkedAt: first });
    expect((await health())?.latencyMs).toBeTypeOf("number");
    const second = await checkWith(200);
    expect(await health()).toMatchObject({ isUp: true, since: first, checkedAt: second });
    const down = await checkWith(503);
    const downStill = await checkWith(503);
    expect(await health()).toMatchObject({ isUp: false, since: down, checkedAt: downStill, latencyMs: null });
    const up = await checkWith(200);
    expect(await health()).toMatchObject({ isUp: true, since: up, checkedAt: up });
  });

  it("the check logs a change to down as an error and a change to up as information, each once", async () => {
    for (const status of [200, 503, 503, 200, 200]) await checkWith(status);
    const changes = (level: "error" | "info") => vi.mocked(log[level]).mock.calls.map(([, message]) => message);
    expect(changes("error")).toEqual([
      "the acquirer is down: its health check gets no answer",
      "the acquirer is down: it gets no new payments until it answers again",
    ]);
    expect(changes("info")).toEqual(["the acquirer is up", "the acquirer is up", "the acquirer answers again"]);
  });

  it("each check that gets no answer opens the circuit breaker, and each that gets one closes it", async () => {
    for (const status of [200, 503, 503, 200]) {
      await checkWith(status);
      expect(await breaker().isClosed()).toBe(status === 200);
    }
    // The probe of another process may close the breaker too early, and calls may open it while the check is fine.
    await checkWith(503);
    await breaker().close();
    await checkWith(503);
    expect(await breaker().isClosed()).toBe(false);
    await checkWith(200);
    await breaker().open();
    await checkWith(200, minute);
    expect(await breaker().isClosed()).toBe(true);
  });

  it("each gateway has a health and a breaker of its own, and one that refuses connections is down", async () => {
    const nowhere = "http://127.0.0.1:1/api/";
    const other = await addTerminal({ baseAddress: nowhere });
    await checkWith(200);
    expect([await health(), await findHealth(nowhere)]).toMatchObject([
      { isUp: true },
      { isUp: false, latencyMs: null },
    ]);
    expect(await breaker().isClosed()).toBe(true);
    expect(await breakerOf(nowhere, async () => false).isClosed()).toBe(false);
    await db().terminal.delete({ where: { id: other } });
  });

  it("the gateway of a disabled terminal is checked while it has open work, and not afterwards", async () => {
    await disableTerminal(terminalId, now());
    await checkWith(200);
    expect([gateway.checks, await health()]).toEqual([0, null]);
    const { id } = await createAttempt({ terminalId, inquireAt: later(hour) });
    await checkWith(200);
    expect(gateway.checks).toBe(1);
    await db().attempt.update({ where: { id }, data: { inquireAt: null, voidAt: later(hour) } });
    await checkWith(200);
    expect(gateway.checks).toBe(2);
    await db().attempt.update({ where: { id }, data: { voidAt: null } });
    await db().terminal.update({ where: { id: terminalId }, data: { disabledAt: null } });
  });

  it("a gateway that accepts the connection and gives no answer for three seconds is down", async () => {
    gateway.isSilent = true;
    await checkWith(200);
    expect(await health()).toMatchObject({ isUp: false, latencyMs: null });
  });

  it("a terminal that waits for its place, and one of the simulator, are not checked", async () => {
    for (const change of [{ position: 0 }, { acquirer: "simulator" }]) {
      const { position, acquirer } = await db().terminal.findUniqueOrThrow({ where: { id: terminalId } });
      await db().terminal.update({ where: { id: terminalId }, data: change });
      await checkWith(200);
      await db().terminal.update({ where: { id: terminalId }, data: { position, acquirer } });
    }
    expect([gateway.checks, await health()]).toEqual([0, null]);
  });

  it("an older check of a slower worker does not overwrite a newer one", async () => {
    const newest = { isUp: true, checkedAt: now(), latencyMs: 7 };
    expect(await recordHealth(baseAddress, newest)).toEqual(newest.checkedAt);
    const older = { isUp: false, checkedAt: later(-1), latencyMs: null };
    expect(await recordHealth(baseAddress, older)).toBeNull();
    expect(await recordHealth(baseAddress, { ...older, checkedAt: newest.checkedAt })).toBeNull();
    expect(await health()).toMatchObject(newest);
  });

  it("the newest check remains, in whatever order parallel workers write", async () => {
    const readings = Array.from({ length: 20 }, (_, index) => ({
      isUp: index % 2 === 1,
      checkedAt: later(index),
      latencyMs: index,
    }));
    await Promise.all(readings.toReversed().map((reading) => recordHealth(baseAddress, reading)));
    expect(await health()).toMatchObject({ isUp: true, checkedAt: later(19), latencyMs: 19 });
  });

  it("/readyz answers 200 while the acquirer is down", async () => {
    await checkWith(503);
    expect(await health()).toMatchObject({ isUp: false });
    const response = await readiness(new Request("http://localhost/readyz"), { params: Promise.resolve({}) });
    expect(response.status).toBe(200);
  });
});

const actualNow = () => new Date(Date.now());

describe("when the acquirer is up again", () => {
  type Work = { attempt?: AttemptColumns; refund?: object; platformRefund?: object };

  /** Creates work and returns whether any of it is due. */
  async function createWork({ attempt, refund, platformRefund }: Work) {
    const { id, sessionId, startedAt } = await createAttempt({ terminalId, ...attempt });
    const about = { id: newUlid(), sessionId, attemptId: id, amount: 1000n, requestedAt: startedAt };
    if (refund) await db().refund.create({ data: { ...about, ...refund } });
    if (platformRefund) await db().platformRefund.create({ data: { ...about, ...platformRefund } });
    return async () => {
      const row = await db().attempt.findUniqueOrThrow({ where: { id } });
      const [merchant, platform] = [
        await db().refund.findFirst({ where: { sessionId } }),
        await db().platformRefund.findFirst({ where: { sessionId } }),
      ];
      const isDue = (moment?: Date | null) => moment && moment <= actualNow();
      return [row.inquireAt, row.voidAt, merchant?.dueAt, platform?.dueAt].some(isDue);
    };
  }

  const comeBack = async () => {
    await checkWith(503);
    await checkWith(200);
  };
  const inTime = (milliseconds: number) => later(milliseconds, actualNow());

  it.each<[string, () => Work]>([
    ["an inquiry", () => ({ attempt: { inquireAt: inTime(5 * minute) } })],
    ["an inquiry that is due within seconds", () => ({ attempt: { inquireAt: inTime(20 * second) } })],
    ["an inquiry about a dropped attempt", () => ({ attempt: { state: "dropped", inquireAt: inTime(6 * hour) } })],
    ["a void", () => ({ attempt: { state: "approved", voidAt: inTime(4 * minute) } })],
    ["a refund that was never sent", () => ({ refund: { status: "requested", dueAt: inTime(15 * second) } })],
    ["a refund without an answer", () => ({ refund: { status: "sent", inquiries: 6, dueAt: inTime(hour) } })],
    [
      "a platform refund without an answer",
      () => ({ platformRefund: { status: "sent", inquiries: 6, dueAt: inTime(hour) } }),
    ],
  ])("%s that waits is due at once", async (_, work) => {
    const isDue = await createWork(work());
    expect(await isDue()).toBe(false);
    await comeBack();
    expect(await isDue()).toBe(true);
  });

  it.each<[string, () => Work]>([
    ["an inquiry in sandbox", () => ({ attempt: { environment: "sandbox", inquireAt: inTime(5 * minute) } })],
    ["an attempt whose first call is in flight", () => ({ attempt: { state: "sent", inquireAt: inTime(minute) } })],
    ["an attempt whose payment is in flight", () => ({ attempt: { state: "answering", inquireAt: inTime(minute) } })],
    ["a void that waits on purpose", () => ({ attempt: { state: "approved", voidAt: inTime(hour) } })],
    ["a refund whose first call is in flight", () => ({ refund: { status: "sent", dueAt: inTime(30 * second) } })],
    [
      "a refund in sandbox",
      () => ({ attempt: { environment: "sandbox" }, refund: { status: "sent", inquiries: 6, dueAt: inTime(hour) } }),
    ],
  ])("%s is left alone", async (_, work) => {
    const isDue = await createWork(work());
    await comeBack();
    expect(await isDue()).toBe(false);
  });

  it("work at another gateway keeps its own schedule", async () => {
    const other = await addTerminal({ baseAddress: "http://127.0.0.1:1/api/" });
    const isDue = await createWork({ attempt: { terminalId: other, inquireAt: inTime(5 * minute) } });
    await comeBack();
    expect(await isDue()).toBe(false);
    await db().attempt.updateMany({ where: { terminalId: other }, data: { inquireAt: null, terminalId } });
    await db().terminal.delete({ where: { id: other } });
  });

  it("an ended refund and a settled attempt stay ended", async () => {
    const isDue = await createWork({
      attempt: { state: "declined" },
      refund: { status: "refunded", endedAt: actualNow() },
    });
    await comeBack();
    expect(await isDue()).toBe(false);
  });

  it("work that a worker postpones again right after the outage is due at the next check, except leased work", async () => {
    await comeBack();
    const postponed = await createWork({ attempt: { inquireAt: inTime(5 * minute) } });
    const leased = await createWork({ attempt: { inquireAt: inTime(29 * second) } });
    await checkWith(200);
    expect([await postponed(), await leased()]).toEqual([true, false]);
  });

  it("work keeps its own schedule while the acquirer stays up or down", async () => {
    await comeBack();
    await checkWith(200, minute);
    const isDue = await createWork({ attempt: { inquireAt: inTime(5 * minute) } });
    await checkWith(200);
    await checkWith(503);
    await checkWith(503);
    expect(await isDue()).toBe(false);
  });

  it("parallel workers that see the change wake the work without an error", async () => {
    const work = await Promise.all(
      Array.from({ length: 5 }, () =>
        createWork({ attempt: { inquireAt: inTime(minute) }, refund: { dueAt: inTime(minute) } }),
      ),
    );
    await checkWith(503);
    gateway.status = 200;
    await Promise.all(
      Array.from({ length: 4 }, () => {
        pass(1);
        return checkAcquirerHealth();
      }),
    );
    expect(await Promise.all(work.map((isDue) => isDue()))).not.toContain(false);
  });
});
