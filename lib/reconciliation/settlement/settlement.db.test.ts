import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addLiveCharge, addLiveRefund, addTerminal, type LiveCharge } from "@/emulator/testing/live-charges";
import { db } from "@/lib/db/client";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { disableTerminal } from "@/lib/gateway/terminals/terminal-store";
import { hour, later, minute, useClock } from "@/lib/kit/clock";
import { newUuid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { emptyLiveBooks } from "@/tests/support/in-process/empty-live-books";
import { type Listed, startListingGateway } from "@/tests/support/in-process/listing-gateway";
import { createAccountComparer } from "./compare-day";
import { compareDueDays } from "./compare-due-days";
import { findMerchantAccounts } from "./merchant-accounts";
import { findSettlementReports } from "./report-store";

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
  await emptyLiveBooks("terminal");
  terminalId = await addTerminal({ createdAt: noon, baseAddress });
});
afterEach(() => restore());
afterAll(() => gateway.close());

const charge = (facts: Partial<Parameters<typeof addLiveCharge>[0]> = {}) =>
  addLiveCharge({ terminalId, at: noon, ...facts });

/** The sale of a charge, as the gateway lists it. */
const list = ({ identifier, attemptId }: LiveCharge, changes: Partial<Listed> = {}) =>
  gateway.add({ TransactionIdentifier: identifier.toUpperCase(), ExternalIdentifier: attemptId, ...changes });

/** A void or a refund of a listed sale. */
const listRelated = (sale: Listed, changes: Partial<Listed>) =>
  gateway.add({ sale: sale.TransactionIdentifier, ...changes });

async function compare(day = "2026-11-10") {
  const [account] = await findMerchantAccounts();
  if (!account) throw new Error("No merchant account exists.");
  const compareDay = await createAccountComparer(account);
  const result = await compareDay(day);
  return result.report ? result : undefined;
}

/** The differences of a day, or undefined if the gateway did not answer. */
async function differences(day?: string) {
  const comparison = await compare(day);
  return comparison?.report.differences.map(({ kind, subject }) => [kind, subject]);
}

describe("equal books", () => {
  it("give no difference, and the sums of both sides are equal", async () => {
    const paid = await charge();
    const sale = list(paid);
    const refundId = await addLiveRefund(paid, { at: noon, amount: 400n });
    listRelated(sale, { TransactionType: 5, TotalAmount: 4, ExternalIdentifier: refundId });
    const voided = await charge({ attempt: { voidedAt: noon } });
    listRelated(list(voided), { TransactionType: 4, ExternalIdentifier: voided.attemptId });
    list(await charge({ attempt: { state: "declined" } }), { IsoResponseCode: "05" });
    await charge({ attempt: { state: "dropped" } });
    const comparison = await compare();
    expect(comparison?.report).toMatchObject({ checked: 5, leftOut: 0, differences: [] });
    const sums = (count: number, amount: bigint) => ({ here: { count, amount }, there: { count, amount } });
    expect(comparison?.lines).toMatchObject([
      { platform: "TT", currency: "TTD", sales: sums(1, 1000n), refunds: sums(1, 400n) },
    ]);
    const noConfirmation = gateway.calls.every((path) => path === "Transactions/Search");
    expect(noConfirmation).toBe(true);
  });

  it("give no difference if the gateway's clock is in another zone", async () => {
    list(await charge({ at: new Date("2026-11-10T23:50:00Z") }), { TransactionDateTime: "2026-11-10T19:50:00.000" });
    list(await charge({ at: new Date("2026-11-10T00:10:00Z") }), { TransactionDateTime: "2026-11-09T20:10:00.000" });
    expect(await differences()).toEqual([]);
    expect(await differences("2026-11-09")).toEqual([]);
  });

  it("give no difference if a list lacks a charge, a void or our ids of refunds, because the order is read directly", async () => {
    list(await charge(), { isUnlisted: true });
    listRelated(list(await charge({ attempt: { voidedAt: noon } })), { TransactionType: 4, isUnlisted: true });
    const paid = await charge();
    const sale = list(paid);
    for (const amount of [1n, 2n]) {
      await addLiveRefund(paid, { at: noon, amount: amount * 100n });
      listRelated(sale, { TransactionType: 5, TotalAmount: Number(amount) });
    }
    expect(await differences()).toEqual([]);
    gateway.behave({ hidesLinks: true });
    const comparison = await compare();
    expect(comparison?.report.differences).toEqual([]);
    expect(comparison?.lines[0]?.refunds.there).toEqual({ count: 2, amount: 300n });
  });

  it("leave out charges and refunds that are open or younger than 15 minutes", async () => {
    list(await charge(), { TotalAmount: 99 });
    const unknown = { state: "unknown", inquireAt: nextDay } as const;
    list(await charge({ attempt: unknown }));
    list(await charge({ attempt: { voidAt: nextDay } }), { IsoResponseCode: "05" });
    const paid = await charge();
    const refundId = await addLiveRefund(paid, { at: noon, amount: 400n, status: "sent" });
    listRelated(list(paid), { TransactionType: 5, TotalAmount: 4, ExternalIdentifier: refundId });
    restore();
    restore = useClock(() => later(14 * minute, noon));
    expect((await compare())?.report).toMatchObject({ checked: 0, leftOut: 5, differences: [] });
    restore();
    restore = useClock(() => nextDay);
    expect((await compare())?.report).toMatchObject({ leftOut: 3, differences: [{ kind: "amount" }] });
  });
});

describe("a difference", () => {
  it("is reported for a sale and a refund that only the gateway has", async () => {
    const sale = gateway.add({});
    const refund = listRelated(sale, { TransactionType: 5, TotalAmount: 3 });
    const ofOurs = list(await charge({ at: new Date("2026-10-01T12:00:00Z") }), {
      TransactionDateTime: "2026-10-01T12:00:00.000",
    });
    const second = listRelated(ofOurs, { TransactionType: 5, TotalAmount: 2 });
    listRelated(gateway.add({}), { TransactionType: 4 });
    const unlistedVoid = gateway.add({});
    listRelated(unlistedVoid, { TransactionType: 4, isUnlisted: true });
    gateway.add({ IsoResponseCode: "05" });
    expect(await differences()).toEqual([
      ["missing_here", sale.TransactionIdentifier],
      ["missing_here", refund.TransactionIdentifier],
      ["missing_here", second.TransactionIdentifier],
    ]);
    // On the neighbouring days, the sale and the refunds are listed but belong to another day.
    expect(await differences("2026-11-09")).toEqual([]);
  });

  it("is reported for a charge and a refund that the gateway does not have", async () => {
    const { attemptId } = await charge();
    const paid = await charge();
    list(paid);
    const refundId = await addLiveRefund(paid, { at: noon, amount: 400n });
    expect(await differences()).toEqual([
      ["missing_there", attemptId],
      ["missing_there", refundId],
    ]);
  });

  it("is reported for another amount, another currency and another state", async () => {
    const [amount, currency, declined, voided, held, kept] = [
      await charge(),
      await charge(),
      await charge(),
      await charge(),
      await charge({ attempt: { voidedAt: noon } }),
      await charge({ attempt: { state: "declined" } }),
    ];
    list(amount, { TotalAmount: 10.01 });
    list(currency, { CurrencyCode: "840" });
    list(declined, { IsoResponseCode: "05" });
    listRelated(list(voided), { TransactionType: 4 });
    list(held);
    list(kept);
    expect(new Set(await differences())).toEqual(
      new Set([
        ["amount", amount.attemptId],
        ["currency", currency.attemptId],
        ["state", declined.attemptId],
        ["state", voided.attemptId],
        ["state", held.attemptId],
        ["state", kept.attemptId],
      ]),
    );
  });

  it("is reported for a refund of another amount, and for a total that no single refund explains", async () => {
    const [one, other] = [await charge(), await charge()];
    const refundId = await addLiveRefund(one, { at: noon, amount: 400n });
    listRelated(list(one), { TransactionType: 5, TotalAmount: 5, ExternalIdentifier: refundId });
    listRelated(list(other), { TransactionType: 5, TotalAmount: 1, TransactionDateTime: "2026-11-20T00:00:00.000" });
    const comparison = await compare();
    expect(comparison?.report.differences).toEqual([
      {
        kind: "amount",
        subject: refundId,
        problem: "The amount of the refund is 4.00 here and 5.00 at the gateway.",
      },
      {
        kind: "refund_total",
        subject: other.attemptId,
        problem: "The refunds of the sale sum up to 0.00 here and 1.00 at the gateway.",
      },
    ]);
  });
});

describe("merchant accounts", () => {
  it("a merchant account with several terminals is listed once, with the current credentials", async () => {
    const usd = await addTerminal({ createdAt: later(hour, noon), baseAddress, currency: "USD" });
    await disableTerminal(terminalId, later(hour, noon));
    await addTerminal({ createdAt: later(2 * hour, noon), baseAddress });
    list(await charge());
    const [account, ...others] = await findMerchantAccounts();
    expect([account?.terminals.length, account?.isDisabled, others]).toEqual([3, false, []]);
    expect(account?.terminals.map(({ id }) => id).slice(1)).toEqual([usd, terminalId]);
    const comparison = await compare();
    expect(comparison?.report.differences).toEqual([]);
    expect(comparison?.lines.map(({ currency, sales }) => [currency, sales.there.count])).toEqual([
      ["TTD", 1],
      ["USD", 0],
    ]);
  });

  it("a disabled one with refused credentials counts as compared only if it has no charges", async () => {
    gateway.behave({ refusesCredentials: true });
    expect(await differences()).toBeUndefined();
    await disableTerminal(terminalId, noon);
    expect(await differences()).toEqual([]);
    await charge();
    expect(await differences()).toBeUndefined();
  });

  it("the same id at two gateways is two accounts, and a terminal that never took charges is none", async () => {
    const elsewhere = "https://gateway.example.com/api/";
    const other = await addTerminal({ baseAddress: elsewhere });
    expect((await findMerchantAccounts()).map((account) => account.baseAddress)).toEqual([baseAddress, elsewhere]);
    await db().terminal.update({ where: { id: other }, data: { position: 0 } });
    expect(await findMerchantAccounts()).toHaveLength(1);
  });
});

describe("the worker", () => {
  const reports = () => findSettlementReports("2026-11-01");

  it("compares yesterday once, logs the subjects of differences, and compares them again after a day", async () => {
    const error = vi.spyOn(log, "error").mockImplementation(() => {});
    const { attemptId, identifier } = await charge();
    await compareDueDays();
    expect(await reports()).toMatchObject([
      { merchantId: "99901005", day: "2026-11-10", checked: 1, differences: [{ kind: "missing_there" }] },
    ]);
    expect(error.mock.calls[0]?.[0]).toMatchObject({ day: "2026-11-10", subjects: [`missing_there ${attemptId}`] });
    error.mockRestore();
    gateway.calls.length = 0;
    await compareDueDays();
    expect(gateway.calls).toEqual([]);

    gateway.add({ TransactionIdentifier: identifier });
    restore();
    restore = useClock(() => later(24 * hour, nextDay));
    await compareDueDays();
    expect(await reports()).toMatchObject([
      { day: "2026-11-10", differences: [] },
      { day: "2026-11-11", differences: [] },
    ]);
  });

  it.each([/Search/, /Transactions\/(?!Search)/])(
    "writes no report if the gateway does not answer %s",
    async (silent) => {
      await charge();
      gateway.behave({ silent });
      await compareDueDays();
      expect(await reports()).toEqual([]);
      gateway.behave({});
      await breaker.close();
      const error = vi.spyOn(log, "error").mockImplementation(() => {});
      await compareDueDays();
      error.mockRestore();
      expect(await reports()).toMatchObject([{ day: "2026-11-10" }]);
    },
  );

  it("does nothing before a terminal takes charges", async () => {
    await db().terminal.updateMany({ data: { position: 0 } });
    await charge();
    await compareDueDays();
    expect([gateway.calls, await db().settlementReport.count()]).toEqual([[], 0]);
  });
});

it("an identifier of the gateway that is no UUID is an unknown sale", async () => {
  gateway.add({ TransactionIdentifier: `portal-${newUuid()}` });
  expect(await differences()).toMatchObject([["missing_here", expect.stringMatching(/^portal-/)]]);
});
