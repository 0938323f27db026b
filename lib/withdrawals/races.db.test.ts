import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { openTestAccount } from "@/e2e/support/accounts";
import { callerOf, fund, unbanked } from "@/e2e/support/withdrawals";
import { db } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { holdFunds } from "@/lib/ledger/post";
import { findBalanceDifferences, findBalances, findUnbalancedJournals } from "@/lib/ledger/store";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { createWithdrawal } from "./create-withdrawal";
import { moveWithdrawal } from "./move-withdrawal";
import { cancelled, processing } from "./status";

const ledgerIsWhole = async () => {
  expect(await findBalanceDifferences()).toEqual([]);
  expect(await findUnbalancedJournals()).toEqual([]);
};

/** On a slow machine some find the database too busy to begin with. Nothing was done then, so they come again. */
const persistently = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    if (error instanceof AppError && error.code === "unavailable") return persistently(work);
    throw error;
  });

it("of 200 withdrawals at once on funds for 100, exactly 100 succeed", async () => {
  const { accountNumber } = await openTestAccount();
  const caller = callerOf(accountNumber);
  await fund(accountNumber, 10_000n);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => persistently(() => createWithdrawal(caller, "sandbox", unbanked("1.00")))),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(refusals).toHaveLength(100);
  expect(new Set(refusals)).toEqual(new Set(["AppError: Insufficient funds."]));
  expect(await findBalances(accountNumber)).toMatchObject([{ available: 0n, held: 10_000n, owed: 0n }]);
  await ledgerIsWhole();
});

it("of cancelling and processing, one wins each of 1,000 races, and the money follows the winner", async () => {
  const { accountNumber } = await openTestAccount();
  const caller = callerOf(accountNumber);
  const ids = await thousandPending(accountNumber);
  const wins = { cancelled: 0, processed: 0 };
  const race = async (id: string) => {
    const cancel = () =>
      cancelWithdrawal(caller, "sandbox", id).then(
        () => true,
        () => false,
      );
    const process = () => moveWithdrawal(id, processing);
    // Either may set off first.
    const isCancelFirst = randomInt(2) === 0;
    const [first, second] = await Promise.all(isCancelFirst ? [cancel(), process()] : [process(), cancel()]);
    expect(first).not.toBe(second);
    wins[first === isCancelFirst ? "cancelled" : "processed"] += 1;
  };
  // Five at a time, so that each side of a race has a connection of its own.
  for (let at = 0; at < ids.length; at += 5) await Promise.all(ids.slice(at, at + 5).map(race));

  expect(wins.cancelled + wins.processed).toBe(1000);
  expect(Math.min(wins.cancelled, wins.processed)).toBeGreaterThan(0);
  const count = (where: object) => db().withdrawal.count({ where: { accountNumber, ...where } });
  expect(await count({ status: cancelled, deletedAt: { not: null } })).toBe(wins.cancelled);
  expect(await count({ status: processing, deletedAt: null })).toBe(wins.processed);
  const held = BigInt(wins.processed) * 100n;
  expect(await findBalances(accountNumber)).toMatchObject([{ available: 100_000n - held, held, owed: 0n }]);
  await ledgerIsWhole();
});

/** As if a thousand had been created, each with its 1.00 held. */
async function thousandPending(accountNumber: string): Promise<string[]> {
  const owner = { accountNumber, environment: "sandbox" } as const;
  await fund(accountNumber, 100_000n);
  await holdFunds({ purse: { ...owner, currency: "TTD" }, subject: newUlid(), amount: 100_000n, for: "withdrawal" });
  const rows = Array.from({ length: 1000 }, () => ({
    ...owner,
    transactionId: `SB-${newUlid()}`,
    reference: newUuid(),
    platform: "TT" as const,
    type: "sub_unbanked" as const,
    currency: "TTD",
    amount: 100n,
    createdAt: now(),
    updatedAt: now(),
  }));
  await db().withdrawal.createMany({ data: rows });
  return rows.map(({ transactionId }) => transactionId);
}
