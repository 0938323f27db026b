import { inTransaction } from "@/lib/db/client";
import type { BodyOf } from "@/lib/http/endpoint";
import { invalidField, notFound } from "@/lib/kit/errors";
import { appendEvents } from "@/lib/transactions/timeline-store";
import type { SessionView } from "./page-contract";
import { setClock, setSimulation } from "./sandbox-store";
import type { moveClockEndpoint, simulateEndpoint } from "./session-contract";
import { lockSession } from "./store";
import { findByTokenOrThrow, simulationOf, viewOf } from "./view-session";

/** What a tester can do to a sandbox session. For a live one these addresses do not exist. */

async function findSandboxSession(token: string) {
  const { session } = await findByTokenOrThrow(token);
  if (session.environment !== "sandbox") throw notFound();
  return session;
}

/**
 * Timestamps have four-digit years. The last year is left for the clock to run on, and for the deadlines that
 * follow from it.
 */
const latestTime = new Date("9999-01-01T00:00:00Z");

/** Moves the session's time on, and stops it or lets it run again from where it then stands. */
export async function moveClock(token: string, body: BodyOf<typeof moveClockEndpoint>): Promise<SessionView> {
  const { id } = await findSandboxSession(token);
  const advanceMs = Number(body.advance_ms ?? 0);
  await inTransaction(async () => {
    const { now, isStopped } = await setClock(id, advanceMs, body.stopped ?? null);
    if (advanceMs > 0 && now > latestTime) {
      throw invalidField("advance_ms", "may not move the session's time past 9999-01-01T00:00:00Z.");
    }
    await appendEvents(id, now, [{ type: "clock_moved", detail: { advanceMs, isStopped } }]);
  });
  return viewOf(id);
}

export async function simulate(token: string, body: BodyOf<typeof simulateEndpoint>) {
  const session = await findSandboxSession(token);
  const given = simulationOf(session);
  const data = {
    gateway: body.gateway ?? given.gateway,
    avs: body.avs ?? given.avs,
    bank: body.bank ?? given.bank,
    refund: body.refund ?? given.refund,
    guard: body.guard ?? given.guard,
  };
  await inTransaction(async () => {
    const { situation } = await lockSession(session.id);
    await setSimulation(session.id, data);
    await appendEvents(session.id, situation.now, [{ type: "simulation_changed", detail: data }]);
  });
  return { message: "OK" as const, data };
}
