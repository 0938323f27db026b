import { expect, it } from "vitest";
import { addBank, updateBank } from "@/lib/bank-accounts/bank-accounts";
import { db } from "@/lib/db/client";
import { hour, now, second } from "@/lib/kit/clock";
import { findBalanceDifferences, findBalances } from "@/lib/ledger/store";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import { openTestAccount } from "@/tests/support/http/accounts";
import { callerOf, fund, insertWithdrawals, localBank, normal, unbanked } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { createWithdrawal } from "./create-withdrawal";
import { holdWithdrawal, releaseWithdrawal } from "./operate-withdrawals";
import { moveSandboxWithdrawals } from "./sandbox-progress";
import { cancelled, sourcesOf, statusDescriptions } from "./status";
import { findAnyWithdrawal } from "./store";

const clock = movingClock();

async function newAccount(amount = 100_000n) {
  const { accountNumber } = await openTestAccount();
  await fund(accountNumber, amount);
  await fund(accountNumber, amount, "live");
  return { accountNumber, caller: callerOf(accountNumber) };
}

const sandboxBalance = async (accountNumber: string) => (await findBalances(accountNumber, "sandbox"))[0];
const statusOf = async (id: string) => (await findAnyWithdrawal(id))?.status;

it.each([
  ["completed", "10.00", [0, 1, 2, 2], { available: 99_000n, held: 0n }],
  ["held, released and then completed", "10.03", [0, 3, 4, 1, 2], { available: 98_997n, held: 0n }],
  ["refunded", "10.05", [0, 1, 5, 5], { available: 100_000n, held: 0n }],
])("a sandbox withdrawal is %s automatically, one step every 30 s", async (_end, amount, path, balance) => {
  const { accountNumber, caller } = await newAccount();
  const { data } = await createWithdrawal(caller, "sandbox", unbanked(amount));
  for (const status of path) {
    expect(await statusOf(data.transaction_id)).toBe(status);
    clock.pass(29 * second);
    await moveSandboxWithdrawals();
    expect(await statusOf(data.transaction_id)).toBe(status);
    clock.pass(second);
    // Two workers that run at once move the withdrawal by one step only.
    await Promise.all([moveSandboxWithdrawals(), moveSandboxWithdrawals()]);
  }
  expect(await sandboxBalance(accountNumber)).toMatchObject(balance);
  expect(await findBalanceDifferences()).toEqual([]);
});

it("withdrawals that are live, cancelled or held by the operator do not move automatically", async () => {
  const { caller } = await newAccount();
  const create = async (environment: "live" | "sandbox") =>
    (await createWithdrawal(caller, environment, unbanked("10.00"))).data.transaction_id;
  const [live, cancelledId, heldId] = [await create("live"), await create("sandbox"), await create("sandbox")];
  // A live withdrawal to a new payee is held at first. After its release, it waits for a bank file.
  await releaseWithdrawal(live);
  await cancelWithdrawal(caller, "sandbox", cancelledId);
  await holdWithdrawal(heldId);
  clock.pass(hour);
  await moveSandboxWithdrawals();
  expect(await Promise.all([live, cancelledId, heldId].map(statusOf))).toEqual([4, 6, 3]);
  await expect(cancelWithdrawal(caller, "sandbox", heldId)).rejects.toThrow(
    "Only a pending withdrawal can be cancelled.",
  );
  await releaseWithdrawal(heldId);
  await cancelWithdrawal(caller, "sandbox", heldId);
  await expect(releaseWithdrawal(heldId)).rejects.toThrow("The withdrawal is «Cancelled» and cannot be released.");
});

it("a live withdrawal to a bank account is accepted only 48 hours after the account was added or changed", async () => {
  const { accountNumber, caller } = await newAccount();
  const create = (environment: "live" | "sandbox") => createWithdrawal(caller, environment, normal("1.00"));
  await expect(create("live")).rejects.toMatchObject({ status: 403, message: "Bank details are required." });
  await addBank(caller, "local", localBank);
  await create("sandbox");
  const tooSoon = { status: 403, message: expect.stringContaining("less than 48 hours ago") };
  clock.pass(48 * hour - second);
  await expect(create("live")).rejects.toMatchObject(tooSoon);
  clock.pass(second);
  await create("live");
  await updateBank(caller, "local", { name_in_bank: "Ann B. Lee" });
  await expect(create("live")).rejects.toMatchObject(tooSoon);
  expect(await findBalances(accountNumber, "live")).toMatchObject([{ held: 100n }]);
});

const statuses = Object.keys(statusDescriptions).map((status) => Number(status) as WithdrawalStatus);
const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));
const named = (some: readonly (readonly [WithdrawalStatus, WithdrawalStatus])[]) =>
  some.map(([from, to]) => `${from}→${to}`);
const steps = ["0→1", "0→3", "0→6", "1→2", "1→5", "3→4", "4→1", "4→6"];

it("the code allows exactly the eight documented steps of the 49 pairs of statuses", () => {
  expect(pairs).toHaveLength(49);
  expect(named(pairs.filter(([from, to]) => sourcesOf(to).includes(from)))).toEqual(steps);
});

it("the database refuses every other step between statuses", async () => {
  const { accountNumber } = await openTestAccount();
  const deletedAt = (status: WithdrawalStatus) => (status === cancelled ? now() : null);
  const refusalOf = async ([from, to]: readonly [WithdrawalStatus, WithdrawalStatus]) => {
    const [transactionId = ""] = await insertWithdrawals(accountNumber, 1, {
      status: from,
      deletedAt: deletedAt(from),
    });
    const data = { status: to, deletedAt: deletedAt(to) };
    return db()
      .withdrawal.update({ where: { transactionId }, data })
      .then(() => null, String);
  };
  const changes = pairs.filter(([from, to]) => from !== to);
  const refusals = await Promise.all(changes.map(refusalOf));
  expect(named(changes.filter((_pair, index) => refusals[index] === null))).toEqual(steps);
  for (const refusal of refusals) expect(refusal ?? "cannot go from").toContain("cannot go from");
});
