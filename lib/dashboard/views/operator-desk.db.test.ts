import { afterEach, expect, it, vi } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { addTerminal } from "@/emulator/testing/live-charges";
import { changeOperator, enableLive, findAccountOrThrow, verifyAccount } from "@/lib/accounts/operate-accounts";
import { recordHealth } from "@/lib/acquirers/health-store";
import { isOperator, isVisibleTo } from "@/lib/dashboard/pages";
import { db } from "@/lib/db/client";
import { acquirerTitle } from "@/lib/gateway/registry";
import { day, hour, later, minute, now, second } from "@/lib/kit/clock";
import { firstUlidAt, newUlid } from "@/lib/kit/ids";
import type { Viewer } from "@/lib/members/sessions";
import { insertScriptCheck } from "@/lib/script-monitor/store";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { openTestAccount } from "@/tests/support/http/accounts";
import { inProduction } from "@/tests/support/http/production";
import { callerOf } from "@/tests/support/http/withdrawals";
import { createAttempt } from "@/tests/support/in-process/attempts";
import { cards, openSession, openShop, pay, recordOf } from "@/tests/support/in-process/checkout";
import { readOperatorDesk } from "./operator-desk";

const desk = (wanted?: string) => readOperatorDesk("sandbox", wanted);
const numbersOf = async (wanted?: string) => (await desk(wanted)).accounts.map(({ accountNumber }) => accountNumber);

it("the desk lists overdue work of all accounts, without card data", async () => {
  const shop = await openShop();
  const pays = async () => {
    const session = await openSession(shop);
    await pay(session, cards.approved);
    return session;
  };
  const [taken, late, rejected, lost, unvoided] = [
    await pays(),
    await pays(),
    await pays(),
    await pays(),
    await pays(),
  ];
  await openChargeback({ accountNumber: shop.accountNumber, environment: "sandbox" }, taken.transactionId);
  for (const { transactionId } of [late, rejected]) {
    await requestRefund(callerOf(shop.accountNumber), "sandbox", transactionId, {});
  }
  const quiet = await desk();
  expect([quiet.stuck, quiet.refunds]).toEqual([[], []]);

  const of = ({ transactionId }: { transactionId: string }) => ({ session: { transactionId } });
  await db().refund.updateMany({ where: of(late), data: { requestedAt: later(-11 * minute) } });
  await db().refund.updateMany({
    where: of(rejected),
    data: { status: "rejected", dueAt: null, endedAt: later(-day) },
  });
  const ago = { calledAt: later(-6 * minute) };
  await db().attempt.updateMany({ where: of(lost), data: { ...ago, state: "unknown", inquireAt: later(minute) } });
  await db().attempt.updateMany({ where: of(unvoided), data: { ...ago, voidAt: later(minute), voidTries: 3 } });

  const found = await desk();
  const stuck = found.stuck.map(({ transactionId, waitsFor }) => [transactionId, waitsFor]);
  expect(new Map(stuck as [string, string][])).toEqual(
    new Map([
      [lost.transactionId, "answer"],
      [unvoided.transactionId, "void"],
    ]),
  );
  expect(found.chargebacks).toMatchObject([{ transactionId: taken.transactionId, amount: 1205n, currency: "TTD" }]);
  expect(found.refunds.map(({ transactionId, status }) => [transactionId, status])).toEqual([
    [late.transactionId, "requested"],
    [rejected.transactionId, "rejected"],
  ]);
  expect(found.lateApprovals).toEqual([]);
  const { firstName, lastName } = await findAccountOrThrow(shop.accountNumber);
  expect(new Set(found.exceptions.map(({ account }) => account))).toEqual(new Set([`${firstName} ${lastName}`]));
  // Sorted by the part of its limit that each has used: ten minutes for a payment, a day for a refund.
  expect(found.exceptions.map(({ what, openFor, isOver }) => [what, openFor, isOver])).toEqual([
    expect.arrayContaining(["6 min", false]),
    expect.arrayContaining(["6 min", false]),
    ["Refund not confirmed", "11 min", false],
    expect.arrayContaining(["under 1 min", false]),
    expect.arrayContaining(["under 1 min", false]),
  ]);
  expect(new Set(found.exceptions.map(({ what }) => what))).toEqual(
    new Set([
      "Payment without an answer",
      "Charge not voided",
      "Refund not confirmed",
      "Refund rejected by the bank",
      "Chargeback opened",
    ]),
  );
  expect((await readOperatorDesk("live", undefined)).chargebacks).toEqual([]);
  expect(JSON.stringify(found, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toMatch(/1111/);
});

it("the desk counts approvals of 24 hours, and says how old the oldest open money is", async () => {
  const shop = await openShop();
  const before = (await desk()).figures.approvals;
  const lost = await openSession(shop);
  for (const [session, card] of [
    [await openSession(shop), cards.approved],
    [await openSession(shop), cards.approved],
    [lost, cards.approved],
  ] as const) {
    await pay(session, card);
  }
  await db().attempt.updateMany({
    where: { session: { transactionId: lost.transactionId } },
    data: { calledAt: later(-11 * minute), state: "unknown", inquireAt: later(minute) },
  });
  const { approvals, answers, openMoney } = (await desk()).figures;
  expect(approvals.approved - before.approved).toBe(3);
  expect(approvals.hours).toHaveLength(24);
  expect(approvals.hours.at(-1)).toMatchObject({ tick: "Now", approved: approvals.approved });
  expect(openMoney[0]).toMatchObject({ words: "Payments without an answer", age: "11 min", isOver: true });
  // The sandbox has no bank, and a product without a terminal no live one.
  expect(answers).toBeNull();
  expect((await readOperatorDesk("live", undefined)).figures.answers).toBeNull();
});

it("the desk lists refunds of late approvals while they are open, and for 30 days", async () => {
  const shop = await openShop();
  const { accountNumber } = shop;
  const session = await openSession(shop);
  await pay(session, cards.declined);
  const { attemptId } = await recordOf(session);
  const of = { sessionId: session.id, attemptId: attemptId ?? "", amount: 1205n };
  const long = firstUlidAt(later(-31 * day)).slice(0, -1);
  const refunded = { status: "refunded", requestedAt: later(-day), endedAt: later(-day) } as const;
  await db().platformRefund.createMany({
    data: [
      { ...of, id: newUlid(), ...refunded },
      { ...of, id: `${long}1`, ...refunded },
      { ...of, id: `${long}2`, requestedAt: later(-31 * day), dueAt: later(minute) },
    ],
  });
  expect((await desk()).lateApprovals).toMatchObject([
    { accountNumber, status: "refunded", currency: "TTD", amount: 1205n },
    { accountNumber, status: "requested" },
  ]);
  expect((await readOperatorDesk("live", undefined)).lateApprovals).toEqual([]);
});

it("the desk lists accounts until they are verified and live on all platforms, and finds them by number and email", async () => {
  const { accountNumber, email } = await openTestAccount();
  const confined = await openTestAccount({ sandboxOnly: true });
  expect(await numbersOf()).toContain(accountNumber);
  expect(await numbersOf()).not.toContain(confined.accountNumber);
  await verifyAccount(await findAccountOrThrow(accountNumber));
  const [waiting] = (await desk(email)).accounts;
  expect(waiting).toMatchObject({ isVerified: true, live: [], notYetLive: [{ value: "TT" }] });
  await enableLive(await findAccountOrThrow(accountNumber), "TT");
  expect(await numbersOf()).not.toContain(accountNumber);
  expect(await numbersOf(accountNumber)).toEqual([accountNumber]);
  expect(await numbersOf("unknown@example.com")).toEqual([]);
});

let leave = () => {};
afterEach(() => {
  leave();
  vi.unstubAllEnvs();
});
const enterProduction = () => {
  leave = inProduction();
};

const viewer = { role: "owner", hasSecondFactor: false, account: { isOperator: true, isBusiness: true } } as Viewer;

it.each<[string, Viewer, boolean, boolean]>([
  ["an owner of a flagged account", viewer, true, false],
  ["one with a second factor", { ...viewer, hasSecondFactor: true }, true, true],
  ["a developer of it", { ...viewer, role: "developer", hasSecondFactor: true }, false, false],
  ["an owner of another", { ...viewer, account: { ...viewer.account, isOperator: false } }, false, false],
])(
  "operator rights need a flagged account, the owner role and, in production, a second factor: %s",
  (_, who, expected, expectedInProduction) => {
    expect([isOperator(who), isVisibleTo("operator", who)]).toEqual([expected, expected]);
    enterProduction();
    expect([isOperator(who), isVisibleTo("operator", who)]).toEqual([expectedInProduction, expectedInProduction]);
  },
);

it("an account confined to sandbox cannot become an operator in production, and a public account never can", async () => {
  const { accountNumber } = await openTestAccount({ sandboxOnly: true });
  const flag = async (isOn: boolean) => changeOperator(await findAccountOrThrow(accountNumber), { isOperator: isOn });
  await flag(true);
  expect(await findAccountOrThrow(accountNumber)).toMatchObject({ isOperator: true });
  enterProduction();
  await expect(flag(true)).rejects.toMatchObject({ status: 403 });
  await flag(false);
  const seeded = { ...(await findAccountOrThrow(accountNumber)), accountNumber: "1234567890" };
  await expect(changeOperator(seeded, { isOperator: true })).rejects.toMatchObject({ status: 409 });
});

it("the desk shows changed scripts of the payment page, and a day without a check", async () => {
  expect((await desk()).scripts).toBeNull();
  const check = { build: "build", scripts: 11, problems: ["x.js differs from the build."] };
  await insertScriptCheck({ ...check, id: newUlid(), checkedAt: later(-minute) });
  expect((await desk()).scripts).toMatchObject({ problems: check.problems, isLate: false });
  await db().scriptCheck.updateMany({ data: { problems: [], checkedAt: later(-day - minute) } });
  expect((await desk()).scripts).toMatchObject({ problems: [], isLate: true });
});

it("the desk shows the state of the live acquirer, the outcomes of live attempts and the times of its calls", async () => {
  expect((await desk()).acquirer).toBeNull();
  const baseAddress = "https://gateway.example.com/api/";
  const id = await addTerminal({ baseAddress });
  const none = { median: null, p95: null };
  expect((await desk()).acquirer).toMatchObject({
    gateways: [{ baseAddress, health: null }],
    calls: { first: none, payment: none },
  });
  await createAttempt({ state: "approved" });
  await createAttempt({ state: "approved", id: newUlid(later(-5 * hour)) });
  const checkedAt = later(-second);
  await recordHealth(baseAddress, { isUp: true, checkedAt, latencyMs: 42 });
  const { acquirer } = await desk();
  const health = { isUp: true, since: checkedAt, checkedAt, latencyMs: 42, isLate: false };
  expect(acquirer?.gateways).toMatchObject([{ health }]);
  expect(acquirer?.outcomes).toContainEqual({ outcome: "approved", hour: 1, day: 2 });
  await db().gatewayBreaker.updateMany({ data: { checkedAt: later(-minute) } });
  expect((await desk()).acquirer?.gateways).toMatchObject([{ health: { isLate: true } }]);
  await db().terminal.delete({ where: { id } });
});

it("the desk counts the attempts at each gateway, and says where payments go while the first one is down", async () => {
  const [first, second] = ["https://one.example.com/", "https://two.example.com/"] as const;
  const ids = [await addTerminal({ baseAddress: first }), await addTerminal({ baseAddress: second })] as const;
  await createAttempt({ state: "approved", terminalId: ids[0] });
  await createAttempt({ state: "declined", terminalId: ids[1] });
  await createAttempt({ state: "approved", terminalId: ids[1] });
  await createAttempt({ state: "refused", terminalId: ids[1] });
  const title = acquirerTitle(firstEmulator.acquirer);
  expect((await desk()).acquirer).toMatchObject({
    gateways: [
      { title: `${title} (one.example.com)`, attempts: 1 },
      { title: `${title} (two.example.com)`, attempts: 2 },
    ],
    detours: [],
  });
  await db().gatewayBreaker.create({ data: { baseAddress: first, openedAt: now() } });
  expect((await desk()).acquirer?.detours).toEqual([
    {
      money: ["Trinidad and Tobago TTD"],
      first: `${title} (one.example.com)`,
      used: `${title} (two.example.com)`,
    },
  ]);
  await db().gatewayBreaker.deleteMany();
  await db().attempt.deleteMany({ where: { terminalId: { in: [...ids] } } });
  await db().terminal.deleteMany({ where: { id: { in: [...ids] } } });
});

it("the live desk lists every open case at once, and the sandbox desk lists none", async () => {
  const at = later(-minute);
  const unknown = await createAttempt({ calledAt: at, inquireAt: later(minute) });
  const unvoided = await createAttempt({ state: "approved", calledAt: at, voidAt: later(minute), voidTries: 1 });
  const { openCases, stuck } = await readOperatorDesk("live", undefined);
  // A case is stuck only after some minutes, so this list has cases that the list of stuck payments lacks.
  expect(stuck).toEqual([]);
  expect(openCases?.map(({ kind, subject, amount }) => [kind, subject, amount]).sort()).toEqual(
    [
      ["attempt", unknown.id, 1000n],
      ["void", unvoided.id, 1000n],
    ].sort(),
  );
  expect((await desk()).openCases).toBeNull();
});

it("the desk names the commands of the packaged product where the operator's command is set", async () => {
  expect((await desk()).commands.release).toBe("npm run withdrawals -- release");
  vi.stubEnv("OPERATOR_COMMAND", "tw");
  expect((await desk()).commands).toEqual({
    report: "tw ledger report",
    export: "tw withdrawals export",
    release: "tw withdrawals release",
  });
});
