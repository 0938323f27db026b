import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { addLiveCharge, addLiveRefund, addTerminal } from "@/emulator/testing/live-charges";
import { reportFailure } from "@/launch/command";
import { readOperatorDesk } from "@/lib/dashboard/views/operator-desk";
import { db } from "@/lib/db/client";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { acquirerTitle } from "@/lib/gateway/registry";
import { day, hour, later, minute, useClock } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { emptyLiveBooks } from "@/tests/support/in-process/empty-live-books";
import { startListingGateway } from "@/tests/support/in-process/listing-gateway";
import { openCases, reconcileAcquirer } from "./acquirer-reports";
import { readRequest } from "./frame";

const gateway = await startListingGateway();
const { baseAddress } = gateway;
const breaker = breakerOf(baseAddress, async () => true);
const noon = new Date("2026-11-10T12:00:00Z");
const nextDay = new Date("2026-11-11T13:00:00Z");
let terminalId: string;
let restore: () => void;

beforeEach(async () => {
  gateway.reset();
  await breaker.close();
  restore = useClock(() => nextDay);
  await emptyLiveBooks("terminal", "reconciliation");
  terminalId = await addTerminal({ createdAt: noon, baseAddress });
});
afterEach(() => restore());
afterAll(() => gateway.close());

/** Runs a subcommand in this process. */
async function acquirers(...words: string[]): Promise<{ exitCode: number; output: string }> {
  const lines: string[] = [];
  const spies = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const spy of spies) spy.mockImplementation((line) => void lines.push(String(line)));
  const exitCodeBefore = process.exitCode;
  process.exitCode = 0;
  const command = { name: "acquirers", summary: "", subcommands: { reconcile: reconcileAcquirer, open: openCases } };
  try {
    const request = await readRequest(["acquirers", ...words], { acquirers: async () => command });
    if (request.kind === "run") await request.run();
  } catch (error) {
    reportFailure(error);
  }
  const exitCode = Number(process.exitCode);
  process.exitCode = exitCodeBefore;
  for (const spy of spies) spy.mockRestore();
  return { exitCode, output: lines.join("\n") };
}

const charge = (facts: Partial<Parameters<typeof addLiveCharge>[0]> = {}) =>
  addLiveCharge({ terminalId, at: noon, ...facts });

describe("acquirers reconcile", () => {
  const reconcile = (from = "2026-11-10", to = from) => acquirers("reconcile", "--from", from, "--to", to);

  it("prints a line for each terminal and day, and exits with 0 if nothing differs", async () => {
    const { identifier } = await charge();
    gateway.add({ TransactionIdentifier: identifier });
    const { exitCode, output } = await reconcile("2026-11-09", "2026-11-10");
    expect([exitCode, output.split("\n").map((line) => line.replace(/ +/g, " "))]).toEqual([
      0,
      [
        "Day Merchant id Terminal Sales here Sales there Refunds here Refunds there Left out Differences",
        "2026-11-09 99901005 TT TTD 0 / 0.00 0 / 0.00 0 / 0.00 0 / 0.00 0 0",
        "2026-11-10 99901005 TT TTD 1 / 10.00 1 / 10.00 0 / 0.00 0 / 0.00 0 0",
        "No difference.",
      ],
    ]);
  });

  it("prints each difference with its transaction, and exits with 1", async () => {
    const { transactionId, accountNumber, attemptId } = await charge();
    const { TransactionIdentifier: unknown } = gateway.add({ TotalAmount: 7.5 });
    const { exitCode, output } = await reconcile();
    expect(exitCode).toBe(1);
    expect(output.split("\n").slice(-2)).toEqual([
      `2026-11-10 99901005 ${transactionId} of ${accountNumber} (${attemptId}): The gateway does not have our sale of TTD 10.00.`,
      `2026-11-10 99901005 ${unknown}: The gateway has an approved sale of TTD 7.50 that we do not have.`,
    ]);
  });

  it("exits with 2 if the gateway does not answer, and prints the days that were not compared", async () => {
    gateway.behave({ silent: /Search/ });
    expect(await reconcile("2026-11-09", "2026-11-10")).toEqual({
      exitCode: 2,
      output: "The gateway did not answer for 99901005: 2026-11-09, 2026-11-10.",
    });
  });

  it.each([
    ["2026-11-31", "2026-11-31", "--from must be a day such as 2026-11-01."],
    ["2026-11-10", "2026-11-09", "--from must not be after --to."],
    ["2026-10-01", "2026-11-01", "At most 31 days can be compared at once."],
    ["2026-11-10", "2026-11-12", "--to must not be in the future."],
  ])("refuses the days from %s to %s", async (from, to, output) => {
    expect(await reconcile(from, to)).toEqual({ exitCode: 1, output });
  });

  it("refuses to run without a terminal", async () => {
    await db().terminal.deleteMany();
    expect(await reconcile()).toEqual({ exitCode: 1, output: "No terminal has taken payments yet." });
  });
});

describe("acquirers open", () => {
  /** On the terminal's first day, no day is complete. So none is due to be compared. */
  beforeEach(() => {
    restore();
    restore = useClock(() => later(-day, nextDay));
  });
  const listed = async () => JSON.parse((await acquirers("open", "--json")).output) as Record<string, unknown>[];

  it("says so if no case is open", async () => {
    await charge();
    expect(await acquirers("open")).toEqual({ exitCode: 0, output: "No open case." });
    expect(await listed()).toEqual([]);
  });

  it("lists unknown outcomes, voids, refunds and platform refunds with their next try, the oldest first", async () => {
    const nextAt = later(hour, noon);
    const unknown = await charge({ attempt: { state: "unknown", inquireAt: nextAt } });
    const voiding = await charge({
      at: later(minute, noon),
      attempt: { voidAt: nextAt, calledAt: later(minute, noon) },
    });
    const paid = await charge();
    const refundId = await addLiveRefund(paid, { at: later(2 * minute, noon), amount: 400n, status: "sent" });
    const late = await charge();
    const platformRefund = { id: newUlid(), requestedAt: later(3 * minute, noon), dueAt: nextAt, amount: 1000n };
    const { sessionId, attemptId } = late;
    await db().platformRefund.create({ data: { ...platformRefund, sessionId, attemptId } });
    await charge({ attempt: { state: "challenged" } });

    const place = `${acquirerTitle(firstEmulator.acquirer)} (terminal 99901005)`;
    const cases = await listed();
    expect(cases).toMatchObject([
      { kind: "attempt", subject: unknown.attemptId, transaction_id: unknown.transactionId },
      { kind: "void", subject: voiding.attemptId, next_at: nextAt.toISOString() },
      { kind: "refund", subject: refundId, amount: "4.00", currency: "TTD" },
      { kind: "platform_refund", subject: platformRefund.id, waits_for: `The refund must reach ${place}.` },
    ]);
    expect(cases[0]).toEqual({
      kind: "attempt",
      subject: unknown.attemptId,
      transaction_id: unknown.transactionId,
      account_number: unknown.accountNumber,
      currency: "TTD",
      amount: "10.00",
      since: noon.toISOString(),
      waits_for: `The charge waits for its outcome at ${place}.`,
      next_at: nextAt.toISOString(),
    });
    const { output } = await acquirers("open");
    expect(output.split("\n")).toHaveLength(5);
    expect(output).toMatch(/^Age +Case +Transaction +Account +Amount +Next try +Waits for\n60 min +attempt +/);
  });

  it("lists the differences of the comparisons and of the ledger, without those of sandbox", async () => {
    restore();
    restore = useClock(() => nextDay);
    const { transactionId, accountNumber, attemptId } = await charge();
    await acquirers("reconcile", "--from", "2026-11-10", "--to", "2026-11-10");
    const item = { id: "x", environment: "live", platform: "TT", expected: "charged" };
    const report = (createdAt: Date, differences: object[]) =>
      db().reconciliation.create({
        data: { id: newUlid(), since: noon, until: createdAt, checked: 0, differences, createdAt },
      });
    const difference = { subject: transactionId, problem: "A successful payment was not credited." };
    await report(later(-2 * hour), [difference, { subject: "01Y", problem: "Not answered.", ask: item }]);
    await report(later(-hour), [difference, { subject: "SB-01X", problem: "It differs." }]);
    expect(await listed()).toMatchObject([
      { kind: "difference", subject: attemptId, transaction_id: transactionId, account_number: accountNumber },
      { kind: "difference", subject: transactionId, waits_for: difference.problem, next_at: null },
    ]);
    const { settlement } = await readOperatorDesk("live", undefined);
    expect(settlement).toMatchObject({
      last: { day: "2026-11-10" },
      differenceCount: 1,
      differences: [{ day: "2026-11-10", subject: attemptId, transactionId, accountNumber }],
    });
    expect((await readOperatorDesk("sandbox", undefined)).settlement).toBeNull();
  });

  it("drops a difference once a new comparison of the day no longer finds it", async () => {
    restore();
    restore = useClock(() => nextDay);
    const { identifier } = await charge();
    await acquirers("reconcile", "--from", "2026-11-10", "--to", "2026-11-10");
    expect(await listed()).toHaveLength(1);
    gateway.add({ TransactionIdentifier: identifier });
    await acquirers("reconcile", "--from", "2026-11-10", "--to", "2026-11-10");
    expect(await listed()).toEqual([]);
  });

  it("lists a day that could not be compared for an hour", async () => {
    restore();
    restore = useClock(() => later(hour, nextDay));
    expect(await listed()).toMatchObject([{ kind: "comparison", subject: "99901005 2026-11-10" }]);
  });
});

it("an open case of sandbox is not listed", async () => {
  restore();
  restore = useClock(() => later(-day, nextDay));
  const { sessionId, attemptId } = await charge({ attempt: { state: "unknown", inquireAt: noon } });
  await db().attempt.update({ where: { id: attemptId }, data: { environment: "sandbox" } });
  await db().checkoutSession.update({ where: { id: sessionId }, data: { environment: "sandbox" } });
  expect(await acquirers("open")).toMatchObject({ output: "No open case." });
});
