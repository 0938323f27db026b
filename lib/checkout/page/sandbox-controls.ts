import { isDeepStrictEqual } from "node:util";
import { lockSession } from "@/lib/checkout/session/lock-store";
import { simulationOf } from "@/lib/checkout/session/session-row-store";
import { findByTokenOrThrow } from "@/lib/checkout/session/store";
import { inTransaction } from "@/lib/db/client";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { AppError, invalidField, notFound } from "@/lib/kit/errors";
import type { TimelineStep } from "@/lib/timeline/steps";
import { appendEvents, countEvents } from "@/lib/timeline/store";
import { changesMax, type moveClockEndpoint, type simulateEndpoint } from "./actions-contract";
import { advanceAndView } from "./advance-and-view";
import { findSimulation, setClock, setSimulation } from "./sandbox-store";
import type { SessionView } from "./view-contract";

/** Test controls of sandbox sessions. For a live session they answer 404. */

async function findSandboxSession(token: string) {
  const session = await findByTokenOrThrow(token);
  if (session.environment !== "sandbox") throw notFound();
  return session;
}

/**
 * The latest time to which a session's clock can be moved. Timestamps have four-digit years, and later deadlines of the
 * session must still fit into the year 9999.
 */
const latestTime = new Date("9999-01-01T00:00:00Z");

/**
 * Records a change in the session's timeline and limits the number of changes. The limit exists because these endpoints
 * need no credential and each change adds a row. The caller holds the session's lock, so the count is exact.
 */
async function noteChange(sessionId: string, at: Date, step: TimelineStep): Promise<void> {
  if ((await countEvents(sessionId, ["clock_moved", "simulation_changed"], changesMax)) >= changesMax) {
    throw new AppError(
      "conflict",
      `The clock and the simulation of this session were changed ${changesMax} times, which is the limit. Open a new session.`,
    );
  }
  await appendEvents(sessionId, at, [step]);
}

/** Advances the session's clock, and stops or restarts it at the new time. */
export async function moveClock(token: string, body: BodyOf<typeof moveClockEndpoint>): Promise<SessionView> {
  const { id } = await findSandboxSession(token);
  const advanceMs = Number(body.advance_ms ?? 0);
  await inTransaction(async () => {
    const moved = await setClock(id, advanceMs, body.stopped ?? null);
    if (!moved) return;
    const { now, isStopped } = moved;
    if (advanceMs > 0 && now > latestTime) {
      throw invalidField("advance_ms", "may not move the session's time past 9999-01-01T00:00:00Z.");
    }
    await noteChange(id, now, { type: "clock_moved", detail: { advanceMs, isStopped } });
  });
  return advanceAndView(id);
}

export async function simulate(token: string, body: BodyOf<typeof simulateEndpoint>) {
  const { id } = await findSandboxSession(token);
  return inTransaction(async () => {
    const { situation } = await lockSession(id);
    const given = simulationOf(await findSimulation(id));
    const data = {
      gateway: body.gateway ?? given.gateway,
      avs: body.avs ?? given.avs,
      bank: body.bank ?? given.bank,
      refund: body.refund ?? given.refund,
      guard: body.guard ?? given.guard,
    };
    if (!isDeepStrictEqual(data, given)) {
      await setSimulation(id, data);
      await noteChange(id, situation.now, { type: "simulation_changed", detail: data });
    }
    return { message: "OK" as const, data };
  });
}
