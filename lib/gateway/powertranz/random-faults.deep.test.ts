import { expect, it } from "vitest";
import { type Dials, defaultDials, dialChoices, dialSwitches } from "@/emulator/powertranz/dials";
import { type Fault, type FaultEndpoint, faultKinds } from "@/emulator/powertranz/faults";
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

/**
 * Many payers at once, while most calls to the gateway fail in some way, its undocumented behaviour changes all the
 * time, and processes are killed. «LIVE_PAYMENTS=100 npm run test:deep -- lib/gateway/powertranz/random» makes fewer
 * payments.
 */
cleanAround();
const live = startLiveProductForFile();

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

const kinds = (Object.keys(faultKinds) as (keyof typeof faultKinds)[]).filter((kind) => kind !== "huge_after");
const codes = ["00", "05", "10", "12", "25", "51", "76", "89", "91", "94", "96", "99", "ZZ", "SP4", "3D3", ""];
const faulty: readonly FaultEndpoint[] = ["sale", "payment", "transaction", "orderSearch", "void", "refund"];

function drawFault(endpoint: FaultEndpoint): Fault | null {
  if (!faulty.includes(endpoint) || random() > faultShare) return null;
  return { endpoint, kind: oneOf(kinds), code: oneOf(codes), ms: Math.round(random() * 20 * second) };
}

/** Half of the dials have another value than usual. With all of them, hardly any payment would succeed. */
function drawDials(): Partial<Dials> {
  const drawn = {
    ...Object.fromEntries(Object.entries(dialChoices).map(([name, values]) => [name, oneOf(Object.keys(values))])),
    ...Object.fromEntries(Object.keys(dialSwitches).map((name) => [name, random() < 0.5])),
    queryLagMs: oneOf([30_000, 90_000]),
    rateLimitPerSecond: 50,
    settleAfterMs: minute,
  };
  return { ...defaultDials, ...Object.fromEntries(Object.entries(drawn).filter(() => random() < 0.5)) };
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

type OpenAttempt = { id: string; sessionId: string; isAlerted: boolean };

/** Live attempts that wait for an outcome, a void or a refund. */
const findOpen = () =>
  query<OpenAttempt>(sql`
    SELECT a.id, a.session_id, EXISTS (SELECT FROM session_event e
      WHERE e.session_id = a.session_id AND e.type = 'operator_alerted') AS is_alerted
    FROM attempt a WHERE a.environment = 'live' AND (a.void_at IS NOT NULL OR a.state IN ('sent', 'answering', 'unknown')
      OR EXISTS (SELECT FROM platform_refund r WHERE r.attempt_id = a.id AND r.ended_at IS NULL))`);

/** Moves the time of all sessions and of the gateway, until nothing is open any more. */
async function walkToTheEnd(untilMs: number): Promise<OpenAttempt[]> {
  const { emulator } = live();
  for (let passedMs = 0; passedMs < untilMs; passedMs += 15 * second) {
    if ((await findOpen()).length === 0) return [];
    await query(sql`UPDATE checkout_session SET clock_offset_ms = clock_offset_ms + ${15 * second}`);
    emulator.advanceClock(15 * second);
    await pause(1_500);
  }
  return findOpen();
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
    emulator.setDials(defaultDials);
    emulator.dropSockets();
    emulator.runPostponed();
    const open = await walkToTheEnd(45 * minute);
    expect(open.filter(({ isAlerted }) => !isAlerted)).toEqual([]);

    const { transactions, violations } = emulator.state();
    expect(violations).toEqual([]);
    expect(transactions.filter(({ chargeCount }) => chargeCount > 1)).toEqual([]);
    const rows = await query<{ identifier: string }>(sql`
      SELECT c.transaction_identifier::text AS identifier FROM checkout_session s
        JOIN powertranz_charge c ON c.attempt_id = s.attempt_id
      WHERE s.status = 'success' ORDER BY 1`);
    const openIds = new Set(open.map(({ id }) => id));
    const held = heldCharges(emulator).filter(({ externalIdentifier }) => !openIds.has(externalIdentifier ?? ""));
    expect(held.map(({ transactionIdentifier }) => transactionIdentifier).toSorted()).toEqual(
      rows.map(({ identifier }) => identifier),
    );
    const journals = await db().ledgerJournal.count({ where: { kind: "payment" } });
    console.log(JSON.stringify({ seed: testSeed, paid: rows.length, charges: transactions.length, open: open.length }));
    expect([journals, rows.length > 0]).toEqual([rows.length, true]);
    const env = { DATABASE_URL: live().databaseUrl, DATA_DIR: launcher.dataDir };
    const check = await runScript("scripts/tw.ts", ["ledger", "check"], { env: { ...rawEnv(), ...env } });
    expect([check.exitCode, check.output]).toEqual([0, expect.any(String)]);
  },
  30 * minute,
);
