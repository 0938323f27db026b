import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { attemptsOf, freshCard, recordOf } from "@/tests/support/in-process/checkout";
import {
  openLiveSession,
  payLive,
  startLiveTests,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";

const { emulator, shop } = startLiveTests();
const script = `
  const { checkAcquirerHealth } = await import("./lib/acquirers/check-health.ts");
  process.on("message", () => checkAcquirerHealth().then(() => process.send("checked")));
  process.send("ready");`;

/** A process of its own, which shares only the database with ours. */
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
  // An attempt and its charge are written before the first call.
  expect([await attemptsOf(session), await db().powertranzCharge.count()]).toEqual([[], 0]);
  emulator().setDown(null);
  await checkInWorker();
  await payLive(session, freshCard());
  expect(await recordOf(session)).toMatchObject({ status: "success" });
});

it("a payer who returns from the bank after the health check got no answer reads at once that nothing was charged", async () => {
  const session = await openLiveSession(shop());
  await submitLive(session, freshCard());
  emulator().addFault({ endpoint: "payment", kind: "hang" });
  emulator().addFault({ endpoint: "alive", kind: "hang" });
  await checkInWorker();
  await visitLive(session);
  expect(await advanceAndView(session.id)).toMatchObject(notReached);
  const [attempt] = await attemptsOf(session);
  const charge = await db().powertranzCharge.findUniqueOrThrow({ where: { attemptId: attempt?.id ?? "" } });
  expect(charge.paymentSentAt).toBeNull();
});
