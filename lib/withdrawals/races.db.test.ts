import { expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { newUlid } from "@/lib/kit/ids";
import { holdFunds } from "@/lib/ledger/post";
import { findBalanceDifferences, findBalances, findUnbalancedJournals } from "@/lib/ledger/store";
import { openTestAccount } from "@/tests/support/http/accounts";
import { callerOf, fund, insertWithdrawals, unbanked } from "@/tests/support/http/withdrawals";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { createWithdrawal } from "./create-withdrawal";
import { moveWithdrawal } from "./move-withdrawal";
import { holdWithdrawal, sendBatch } from "./operate-withdrawals";
import { cancelled, held, processing } from "./status";
import { findBatch } from "./store";

const expectBalancedLedger = async () => {
  expect(await findBalanceDifferences()).toEqual([]);
  expect(await findUnbalancedJournals()).toEqual([]);
};

/** Retries a request that the database refused before it started, which happens on a slow machine. */
const persistently = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    if (error instanceof Error && error.message.startsWith("timeout exceeded")) return persistently(work);
    throw error;
  });

const affordable = inject("isDeep") ? 100 : 12;

it(`exactly ${affordable} of ${2 * affordable} concurrent withdrawals succeed if the funds cover ${affordable}`, async () => {
  const { accountNumber } = await openTestAccount();
  const caller = callerOf(accountNumber);
  const amount = BigInt(affordable) * 100n;
  await fund(accountNumber, amount);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 2 * affordable }, () =>
      persistently(() => createWithdrawal(caller, "sandbox", unbanked("1.00"))),
    ),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(refusals).toHaveLength(affordable);
  expect(new Set(refusals)).toEqual(new Set(["AppError: Insufficient funds."]));
  expect(await findBalances(accountNumber)).toMatchObject([{ available: 0n, held: amount, owed: 0n }]);
  await expectBalancedLedger();
});

const tooLate = expect.objectContaining({
  code: "invalid",
  message: expect.stringMatching(/«Processing»/),
});

/** Whether a request won the race. A request that lost must get the documented error. */
const isWon = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error) => {
      expect(error).toEqual(tooLate);
      return false;
    },
  );

const raceCount = inject("isDeep") ? 1_000 : 25;

it("either cancelling or processing wins each race, and the money follows the winner", async () => {
  const { accountNumber } = await openTestAccount();
  const caller = callerOf(accountNumber);
  const ids = await newPending(accountNumber, raceCount);
  const wins = { cancelled: 0, processed: 0 };
  const race = async (id: string, turn: number) => {
    const cancel = () => isWon(cancelWithdrawal(caller, "sandbox", id));
    const process = () => moveWithdrawal(id, processing);
    const isCancelFirst = turn % 2 === 0;
    const [first, second] = await Promise.all(isCancelFirst ? [cancel(), process()] : [process(), cancel()]);
    expect(first).not.toBe(second);
    wins[first === isCancelFirst ? "cancelled" : "processed"] += 1;
  };
  // Five races run at a time, so that both requests of each race have their own database connection.
  for (let at = 0; at < ids.length; at += 5)
    await Promise.all(ids.slice(at, at + 5).map((id, turn) => race(id, at + turn)));

  expect(wins.cancelled + wins.processed).toBe(raceCount);
  expect(Math.min(wins.cancelled, wins.processed)).toBeGreaterThan(0);
  const count = (where: object) => db().withdrawal.count({ where: { accountNumber, ...where } });
  expect(await count({ status: cancelled, deletedAt: { not: null } })).toBe(wins.cancelled);
  expect(await count({ status: processing, deletedAt: null })).toBe(wins.processed);
  const held = BigInt(wins.processed) * 100n;
  expect(await findBalances(accountNumber)).toMatchObject([
    { available: BigInt(raceCount) * 100n - held, held, owed: 0n },
  ]);
  await expectBalancedLedger();
});

/** Inserts `count` pending withdrawals, with 1.00 of money held for each. */
async function newPending(accountNumber: string, count: number): Promise<string[]> {
  const amount = BigInt(count) * 100n;
  await fund(accountNumber, amount);
  const balanceKey = { accountNumber, environment: "sandbox", currency: "TTD" } as const;
  await holdFunds({ balanceKey, subject: newUlid(), amount, for: "withdrawal" });
  return insertWithdrawals(accountNumber, count, { platform: "GD" });
}

const exportRounds = inject("isDeep") ? 10 : 2;

const idsIn = async (batch: string) => (await findBatch(batch)).map(({ transactionId }) => transactionId);
const cancel = (id: string, caller: Caller) => cancelWithdrawal(caller, "sandbox", id);

it.each([
  ["cancelling", cancelled, cancel],
  ["holding", held, holdWithdrawal],
])("either %s or exporting wins each race: the withdrawal is stopped or in the file", async (_how, status, stop) => {
  const { accountNumber } = await openTestAccount();
  const caller = callerOf(accountNumber);
  const stopped = new Set<string>();
  for (let round = 0; round < exportRounds; round++) {
    const ids = await newPending(accountNumber, 20);
    const batch = newUlid();
    const queue = ids.values();
    let sending: Promise<unknown> | undefined;
    const stopInTurn = async () => {
      for (const id of queue) {
        if (await isWon(stop(id, caller))) stopped.add(id);
        // When the batch starts, one withdrawal is stopped, three are being stopped, and the others have not started.
        sending ??= sendBatch(batch, { environment: "sandbox", platform: "GD" });
      }
    };
    await Promise.all([1, 2, 3, 4].map(stopInTurn));
    await sending;
    expect((await idsIn(batch)).sort()).toEqual(ids.filter((id) => !stopped.has(id)).sort());
  }
  expect(stopped.size).toBeGreaterThan(0);
  expect(stopped.size).toBeLessThan(exportRounds * 20);
  const count = (where: object) => db().withdrawal.count({ where: { accountNumber, ...where } });
  expect([await count({ status: processing }), await count({ status, batch: null })]).toEqual([
    exportRounds * 20 - stopped.size,
    stopped.size,
  ]);
  await expectBalancedLedger();
});

it("concurrent exports put each withdrawal into one file, which holds the 5,000 oldest and reports the rest", async () => {
  const { accountNumber } = await openTestAccount();
  const choice = { environment: "live", platform: "BB" } as const;
  const newer = await insertWithdrawals(accountNumber, 100, choice);
  await db().$executeRaw`
    INSERT INTO withdrawal (transaction_id, reference, account_number, environment, platform, type, currency, amount, created_at, updated_at)
    SELECT n, gen_random_uuid(), ${accountNumber}, 'live', 'BB', 'sub_unbanked', 'BBD', 100, to_timestamp(0), to_timestamp(0)
    FROM generate_series(1, 5000) AS n`;
  const alone = newUlid();
  expect(await sendBatch(alone, choice)).toEqual({ sent: 5000, waiting: 100 });
  expect(await db().withdrawal.count({ where: { batch: alone, createdAt: new Date(0) } })).toBe(5000);

  const batches = [newUlid(), newUlid(), newUlid()];
  await Promise.all(batches.map((batch) => sendBatch(batch, choice)));
  const sent = (await Promise.all(batches.map(idsIn))).flat();
  expect(sent.sort()).toEqual(newer.sort());
});
