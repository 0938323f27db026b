import type pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { findFreePort } from "@/launch/processes";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { sandbox } from "@/lib/reference/sandbox";
import { challengeCode, type Simulation } from "@/lib/reference/simulation";
import { expectDeliveriesSurvive } from "@/tests/support/faults/killed-deliveries";
import { connect, kill } from "@/tests/support/faults/killing";
import { formOf } from "@/tests/support/http/bank";
import { call } from "@/tests/support/http/client";
import { cleanAround, type Launcher, preparedFolder, startLauncher } from "@/tests/support/http/launcher";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";

/**
 * Kills processes in the middle of payments and deliveries. The session clocks are stopped, so that only the tests
 * advance time. A lock on the table `sandbox_charge` makes a gateway call hang at the moment at which the test kills
 * the process.
 */
cleanAround();

let launcher: Launcher;
let origin = "";
/** `books` locks a table. `lookout` reads pg_stat_activity, which is frozen inside a transaction. */
let books: pg.Client;
let lookout: pg.Client;

beforeAll(async () => {
  launcher = startLauncher({ dataDir: preparedFolder(), env: { PORT: String(await findFreePort()) } });
  origin = await launcher.ready();
  [books, lookout] = await Promise.all([connect(launcher), connect(launcher)]);
});

const approved = "4111111111111111";
const challenged = "4000000000003220";
const slow = "4000000000000341";
const silentApproved = "4000000000000358";
const silentDeclined = "4000000000000366";

const at = (token: string, action: string, json?: object) =>
  call(origin, action === "state" ? "GET" : "POST", `/checkout/${token}/${action}`, json ? { json } : {});
const stateOf = async (token: string): Promise<SessionView> => (await at(token, "state")).body;
const pass = (token: string, seconds: number) =>
  call(origin, "POST", `/sandbox/sessions/${token}/clock`, { json: { advance_ms: seconds * 1000, stopped: true } });

async function open(simulation: Partial<Simulation> = {}): Promise<string> {
  const json = minimalFields(sandbox.merchant.accountNumber);
  const token = tokenOf((await call(origin, "POST", requestPath, { json })).body.url);
  await pass(token, 0);
  await call(origin, "POST", `/sandbox/sessions/${token}/simulation`, { json: simulation });
  return token;
}

/** Sends a payment and ignores the answer, because the test kills the process before it answers. */
function payAndForget(token: string, card: string): void {
  at(token, "pay", cardFields(card)).catch(() => {});
}

/** Confirms the challenge with the right code, and returns the form that the bank's page would post to us. */
async function visitBank(token: string) {
  const { action } = formOf((await call(origin, "GET", `/checkout/${token}/challenge`)).text);
  return formOf((await call(origin, "POST", action, { form: { action: "confirm", code: challengeCode } })).text);
}

const comeBack = ({ action, fields }: { action: string; fields: Record<string, string> }) =>
  call(origin, "POST", new URL(action).pathname, { form: fields });

async function lockBooks(mode: "EXCLUSIVE" | "ACCESS EXCLUSIVE"): Promise<void> {
  await books.query(`BEGIN; LOCK TABLE sandbox_charge IN ${mode} MODE`);
}

/** The ids of database connections whose statement waits for the lock on `sandbox_charge`. */
async function waiting(statement: string): Promise<number[]> {
  const { rows } = await lookout.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND ltrim(query, E' \\n') ILIKE $1
     ORDER BY pid`,
    [`${statement}%sandbox_charge%`],
  );
  return rows.map(({ pid }) => pid);
}

const untilWaiting = (statement: string, count: number) =>
  vi.waitUntil(async () => (await waiting(statement)).length === count, { timeout: 30_000, interval: 20 });

/** Terminates one connection that waits for the lock, as if its gateway call had never been sent. */
async function cutOff(statement: string): Promise<void> {
  const [pid] = await waiting(statement);
  await lookout.query("SELECT pg_terminate_backend($1)", [pid]);
  await vi.waitUntil(async () => !(await waiting(statement)).includes(pid ?? 0), { timeout: 30_000, interval: 20 });
}

const untilIs = (token: string, wanted: Partial<SessionView>) =>
  expect.poll(() => stateOf(token), { timeout: 30_000, interval: 100 }).toMatchObject(wanted);

const charged = { state: "finalised", money: "charged" } as const;
const backAtTheForm = { state: "hosted", money: "not_charged" } as const;

/** Counts the final charges and the attempts of each session. */
async function chargesOf(tokens: Record<string, string>): Promise<Record<string, { charges: number; tries: number }>> {
  const found: Record<string, { charges: number; tries: number }> = {};
  for (const [name, token] of Object.entries(tokens)) {
    const { rows } = await lookout.query<{ charges: number; tries: number }>(
      `SELECT count(*)::int AS tries, count(*) FILTER (WHERE c.code = '00' AND c.voided_at IS NULL
         AND (c.challenge = 'none' OR (c.challenge = 'passed' AND c.completed_at IS NOT NULL)))::int AS charges
       FROM attempt a LEFT JOIN sandbox_charge c ON c.id = a.id WHERE a.session_id = $1`,
      [token.slice(0, 26)],
    );
    if (rows[0]) found[name] = rows[0];
  }
  return found;
}

describe("kill -9 of the web process", () => {
  const tokens: Record<string, string> = {};
  const token = (name: string) => tokens[name] ?? "";
  const bankForms: Record<string, Awaited<ReturnType<typeof visitBank>>> = {};

  it("is possible at every step of a payment", async () => {
    // Each session is named after its step in the payment when the process is killed.
    for (const name of ["challenged", "returned 1", "returned 2"]) {
      tokens[name] = await open();
      expect((await at(token(name), "pay", cardFields(challenged))).body.state).toBe("challenged");
      bankForms[name] = await visitBank(token(name));
    }
    for (const [name, card] of [
      ["slow", slow],
      ["approved unheard", silentApproved],
      ["declined unheard", silentDeclined],
      ["confirming", silentApproved],
    ] as const) {
      tokens[name] = await open();
      payAndForget(token(name), card);
      await vi.waitUntil(async () => (await stateOf(token(name))).state === "authorising", { timeout: 30_000 });
    }
    await pass(token("confirming"), 16);
    await untilIs(token("confirming"), { state: "finalising", money: "confirming" });

    for (const name of ["sent 1", "sent 2"]) tokens[name] = await open();
    await lockBooks("EXCLUSIVE");
    for (const name of ["sent 1", "sent 2"]) payAndForget(token(name), approved);
    for (const name of ["returned 1", "returned 2"]) {
      const form = bankForms[name];
      if (form) comeBack(form).catch(() => {});
    }
    await untilWaiting("insert", 2);
    await untilWaiting("update", 2);
    tokens.accepted = await open();
    const restarted = await kill(launcher, "web");
    // Of two inserts and two updates in flight, one each never arrives. The others arrive after the kill.
    await cutOff("insert");
    await cutOff("update");
    await books.query("COMMIT");
    await restarted();
  });

  it("loses no session, and reports none as not charged while the outcome is unknown", async () => {
    for (const name of Object.keys(tokens)) {
      const isInDoubt = !["accepted", "challenged"].includes(name);
      expect([name, (await stateOf(token(name))).money]).toEqual([name, isInDoubt ? "confirming" : "not_charged"]);
    }
  });

  it("allows no second payment of a session while the outcome is unknown", async () => {
    for (const name of Object.keys(tokens).filter((other) => !["accepted", "challenged"].includes(other))) {
      expect((await at(token(name), "pay", cardFields(approved))).body.money).toBe("confirming");
    }
    expect(Object.values(await chargesOf(tokens)).every(({ tries }) => tries <= 1)).toBe(true);
  });

  it("continues each payment at its step, or settles it by an inquiry at the gateway within 60 s", async () => {
    expect((await at(token("accepted"), "pay", cardFields(approved))).body).toMatchObject(charged);
    if (bankForms.challenged) await comeBack(bankForms.challenged);
    expect(await stateOf(token("challenged"))).toMatchObject(charged);

    for (const name of Object.keys(tokens)) await pass(token(name), 22);
    for (const name of ["slow", "approved unheard", "confirming"]) await untilIs(token(name), charged);
    await untilIs(token("declined unheard"), { ...backAtTheForm, notice: "declined" });
    for (const pair of [
      ["sent 1", "sent 2"],
      ["returned 1", "returned 2"],
    ]) {
      const money = async () => Promise.all(pair.map(async (name) => (await stateOf(token(name))).money));
      // A charge that the gateway does not know stays "confirming" for a while, because its call may still arrive.
      await expect.poll(async () => (await money()).sort(), { timeout: 30_000 }).toEqual(["charged", "confirming"]);
      for (const name of pair) await pass(token(name), 24);
      await expect.poll(async () => (await money()).sort(), { timeout: 30_000 }).toEqual(["charged", "not_charged"]);
    }
    const { "declined unheard": declined, ...others } = await chargesOf(tokens);
    expect(declined?.charges).toBe(0);
    expect(
      Object.values(others)
        .map(({ charges }) => charges)
        .sort(),
    ).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1]);
    for (const [name, { charges }] of Object.entries(others)) {
      expect([name, (await stateOf(token(name))).money]).toEqual([name, charges ? "charged" : "not_charged"]);
    }
  });
});

describe("kill -9 of the worker", () => {
  it("during an inquiry and during the void of a late approval: both are completed once", async () => {
    const late = await open({ gateway: "late_approval" });
    const unknown = await open();
    payAndForget(late, approved);
    payAndForget(unknown, silentApproved);
    for (const token of [late, unknown]) {
      await vi.waitUntil(async () => (await stateOf(token)).state === "authorising", { timeout: 30_000 });
      await pass(token, 16);
      await untilIs(token, { state: "finalising" });
    }
    await pass(late, 30);
    await untilIs(late, backAtTheForm);

    // The late approval arrives 60 s after the call, which was 46 s ago. An inquiry finds it within a minute.
    await lockBooks("EXCLUSIVE");
    await pass(late, 60);
    await untilWaiting("update", 1);
    await books.query("LOCK TABLE sandbox_charge IN ACCESS EXCLUSIVE MODE");
    await pass(unknown, 8);
    await untilWaiting("select", 1);
    const restarted = await kill(launcher, "worker");
    await books.query("COMMIT");
    await restarted();

    // The killed worker held the leases of both sessions. The restarted worker takes them over when the leases expire.
    for (const token of [late, unknown]) await pass(token, 31);
    await untilIs(unknown, charged);
    const events = async () => {
      const { rows } = await lookout.query<{ type: string }>("SELECT type FROM session_event WHERE session_id = $1", [
        late.slice(0, 26),
      ]);
      return rows
        .map(({ type }) => type)
        .filter((type) => ["late_approval", "void_requested", "voided"].includes(type));
    };
    await expect.poll(events, { timeout: 30_000 }).toEqual(["late_approval", "void_requested", "voided"]);
    expect(await chargesOf({ late, unknown })).toEqual({
      late: { charges: 0, tries: 1 },
      unknown: { charges: 1, tries: 1 },
    });
    expect((await stateOf(late)).money).toBe("not_charged");
  });

  it("loses no delivery, and repeats only those that were sent but not recorded", () =>
    expectDeliveriesSurvive({ launcher, holder: books, lookout }));
});
