import { expect, it } from "vitest";
import { visitGateway } from "@/emulator/testing/emulator-for-file";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { minute, second } from "@/lib/kit/clock";
import { rawEnv } from "@/lib/kit/env";
import { kill } from "@/tests/support/faults/killing";
import { call } from "@/tests/support/http/client";
import { cleanAround, runScript } from "@/tests/support/http/launcher";
import { startLiveProductForFile } from "@/tests/support/http/live-launcher";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { freshCard } from "@/tests/support/in-process/checkout";
import { heldCharges } from "@/tests/support/in-process/live-checkout";
import { testSeed } from "@/tests/support/in-process/seed";
import { type FaultyEmulator, type LiveFault, type LiveKit, unansweredKinds } from "./kit";

const payments = Number(rawEnv().LIVE_PAYMENTS ?? 500);
const payersAtOnce = 40;
const kills = 10;
const faultShare = 0.6;

/** A generator of numbers from 0 to 1 (mulberry32), so that a seed repeats the draws. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = generator(testSeed);
function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to draw.");
  return value;
}

type Draws = {
  codes: readonly string[];
  /** Dials that stay as they are: another position would refuse every payment. */
  withUsualDials?: readonly string[];
};

/**
 * Many payers at once, while most calls to the gateway fail in some way, its undocumented behaviour changes all the
 * time, and processes are killed. «LIVE_PAYMENTS=100 npm run test:deep -- <acquirer>/random» makes fewer payments.
 */
export function describeRandomFaults<Started extends FaultyEmulator>(
  kit: LiveKit<Started>,
  { codes, withUsualDials = [] }: Draws,
): void {
  cleanAround();
  const { definition, calls, ownFaultKinds, attemptOf } = kit;
  const live = startLiveProductForFile(definition);
  const kinds = ["delay", ...unansweredKinds, ...Object.keys(ownFaultKinds)];
  const faulty = [...calls.first, calls.payment, calls.query, calls.order, calls.void, calls.refund];

  function drawFault(endpoint: string): LiveFault | null {
    // A gateway with more calls before the payment would otherwise hardly ever come to it.
    const share = calls.first.includes(endpoint) ? 1 - (1 - faultShare) ** (1 / calls.first.length) : faultShare;
    if (!faulty.includes(endpoint) || random() > share) return null;
    return { endpoint, kind: oneOf(kinds), code: oneOf(codes), ms: Math.round(random() * 20 * second) };
  }

  /** Half of the dials have another value than usual. With all of them, hardly any payment would succeed. */
  function drawDials(): object {
    const { choices, switches, defaults } = definition.dials;
    const drawn = {
      ...Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, oneOf(Object.keys(values))])),
      ...Object.fromEntries(Object.keys(switches).map((name) => [name, random() < 0.5])),
      queryLagMs: oneOf([30_000, 90_000]),
      rateLimitPerSecond: 50,
      settleAfterMs: minute,
    };
    const changed = Object.entries(drawn).filter(([name]) => random() < 0.5 && !withUsualDials.includes(name));
    return { ...defaults, ...Object.fromEntries(changed) };
  }

  async function openCheckout(): Promise<string> {
    const { origin, accountNumber } = live();
    const json = minimalFields(accountNumber, { environment: "live" });
    const { body } = await call(origin, "POST", requestPath, { json });
    return tokenOf(body.url);
  }

  /** A payer tries until the checkout says that the payment is made or being confirmed, or that no attempt is left. */
  async function pay(token: string): Promise<void> {
    const { origin } = live();
    for (let step = 0; step < 15; step++) {
      const { body: view } = await call(origin, "POST", `/checkout/${token}/pay`, { json: cardFields(freshCard()) });
      if (view.state === "challenged") {
        const { text } = await call(origin, "GET", `/checkout/${token}/challenge`);
        const posted = await visitGateway(text).catch(() => null);
        if (posted) await call(origin, "POST", new URL(posted.action).pathname, { form: posted.fields });
      }
      const { state } = (await call(origin, "GET", `/checkout/${token}/state`)).body;
      if (state !== "hosted") return;
      await pause(second);
    }
  }

  const pause = (milliseconds: number) => new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));

  async function runPayers(): Promise<void> {
    let left = payments;
    const payer = async () => {
      while (left > 0) {
        const token = await openCheckout().catch(() => pause(500));
        if (!token) continue;
        left -= 1;
        // A killed web server answers nothing. The payer goes away.
        await pay(token).catch(() => pause(500));
      }
    };
    await Promise.all(Array.from({ length: payersAtOnce }, payer));
  }

  async function killProcesses(): Promise<void> {
    for (let count = 0; count < kills; count++) {
      await pause(4 * second);
      await (await kill(live().launcher, count % 3 === 2 ? "worker" : "web"))();
    }
  }

  type Charge = ReturnType<Started["state"]>["transactions"][number];
  type OpenAttempt = { id: string; sessionId: string; isAlerted: boolean };

  /** Live attempts that wait for an outcome, a void or a refund. */
  const findOpen = () =>
    query<OpenAttempt>(sql`
    SELECT a.id, a.session_id, EXISTS (SELECT FROM session_event e
      WHERE e.session_id = a.session_id AND e.type = 'operator_alerted') AS is_alerted
    FROM attempt a WHERE a.environment = 'live' AND (a.void_at IS NOT NULL OR a.state IN ('sent', 'answering', 'unknown')
      OR EXISTS (SELECT FROM platform_refund r WHERE r.attempt_id = a.id AND r.ended_at IS NULL))`);

  const findPaid = async () =>
    (
      await query<{ attemptId: string }>(
        sql`SELECT attempt_id FROM checkout_session WHERE status = 'success' AND environment = 'live' ORDER BY 1`,
      )
    ).map(({ attemptId }) => attemptId);

  const findHeld = () => heldCharges<Charge>(live().emulator).map((charge) => attemptOf(charge) ?? "");

  async function passSome(): Promise<void> {
    await query(sql`UPDATE checkout_session SET clock_offset_ms = clock_offset_ms + ${15 * second}`);
    live().emulator.advanceClock(15 * second);
    await pause(1_500);
  }

  /** Moves the time of all sessions and of the gateway, until nothing is open any more. */
  async function walkToTheEnd(untilMs: number): Promise<OpenAttempt[]> {
    for (let passedMs = 0; passedMs < untilMs; passedMs += 15 * second) {
      if ((await findOpen()).length === 0) return [];
      await passSome();
    }
    return findOpen();
  }

  /** A charge whose absence a wrong answer claimed is found by a later inquiry, and returned. */
  async function walkUntilReturned(untilMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < untilMs; passedMs += 15 * second) {
      const paid = await findPaid();
      if ((await findOpen()).length === 0 && findHeld().every((id) => paid.includes(id))) return;
      await passSome();
    }
  }

  it(
    `after ${payments} payments with random faults and ${kills} kills, every attempt has ended, and the books are equal`,
    async () => {
      const { emulator, launcher } = live();
      emulator.drawFaults(drawFault);
      const changing = setInterval(() => emulator.setDials(drawDials()), second);
      // Calls that hang keep a payer for 15 s, which 40 payers cannot wait for 500 times.
      const dropping = setInterval(() => emulator.dropSockets(), 3 * second);
      await Promise.all([runPayers(), killProcesses()]);
      for (const timer of [changing, dropping]) clearInterval(timer);
      emulator.clearFaults();
      emulator.setDials(definition.dials.defaults);
      emulator.dropSockets();
      emulator.runPostponed();
      const open = await walkToTheEnd(45 * minute);
      expect(open.filter(({ isAlerted }) => !isAlerted)).toEqual([]);
      await walkUntilReturned(5 * minute);

      const { transactions, violations } = emulator.state();
      expect(violations).toEqual([]);
      expect(transactions.filter(({ chargeCount }) => chargeCount > 1)).toEqual([]);
      const rows = await findPaid();
      const openIds = new Set(open.map(({ id }) => id));
      const held = findHeld().filter((id) => !openIds.has(id));
      expect(held.toSorted()).toEqual(rows);
      const journals = await db().ledgerJournal.count({ where: { kind: "payment" } });
      console.log(
        JSON.stringify({ seed: testSeed, paid: rows.length, charges: transactions.length, open: open.length }),
      );
      expect([journals, rows.length > 0]).toEqual([rows.length, true]);
      const env = { DATABASE_URL: live().databaseUrl, DATA_DIR: launcher.dataDir };
      const check = await runScript("scripts/tw.ts", ["ledger", "check"], { env: { ...rawEnv(), ...env } });
      expect([check.exitCode, check.output]).toEqual([0, expect.any(String)]);
    },
    30 * minute,
  );
}
