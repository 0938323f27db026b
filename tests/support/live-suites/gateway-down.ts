import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { attemptsOf, freshCard, recordOf } from "@/tests/support/in-process/checkout";
import {
  openLiveSession,
  payLive,
  startLiveTestsAt,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";
import type { FaultyEmulator, LiveKit } from "./kit";

const script = `
  const { checkAcquirerHealth } = await import("./lib/acquirers/check-health.ts");
  process.on("message", () => checkAcquirerHealth().then(() => process.send("checked")));
  process.send("ready");`;

/** The worker's health check, which runs in a process of its own and shares only the database with the checkout. */
export function describeGatewayDown<Started extends FaultyEmulator>({
  definition,
  calls,
  pagedCard,
}: LiveKit<Started>): void {
  const { emulator, shop } = startLiveTestsAt(definition);
  let worker: ChildProcess;
  beforeAll(async () => {
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    worker = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    await once(worker, "message");
  });
  afterEach(async () => {
    await db().gatewayBreaker.deleteMany();
  });
  afterAll(() => {
    worker.kill();
  });

  /** Runs the worker's health check of the acquirer. */
  async function checkInWorker(): Promise<void> {
    worker.send("check");
    await once(worker, "message");
  }

  const notReached = { state: "hosted", money: "not_charged", notice: "not_reached" };

  it("after the worker's health check got no answer, a payer reads at once that the gateway is down, and no call is sent", async () => {
    const session = await openLiveSession(shop());
    emulator().setDown("hang");
    await checkInWorker();
    expect(await submitLive(session, freshCard())).toMatchObject({ ...notReached, tries_left: 5 });
    // An attempt is written before the first call.
    expect([await attemptsOf(session), emulator().state().transactions]).toEqual([[], []]);
    emulator().setDown(null);
    await checkInWorker();
    await payLive(session, freshCard());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
  });

  it("a payer who returns from the bank after the health check got no answer reads at once that nothing was charged", async () => {
    const session = await openLiveSession(shop());
    await submitLive(session, pagedCard ?? freshCard());
    emulator().addFault({ endpoint: calls.payment, kind: "hang" });
    emulator().addFault({ endpoint: calls.health, kind: "hang" });
    await checkInWorker();
    await visitLive(session);
    expect(await advanceAndView(session.id)).toMatchObject(notReached);
    // The payment was never sent, so its fault is still waiting.
    expect(emulator().state().faults).toMatchObject([{ endpoint: calls.payment }]);
  });
}
