import { beforeEach, describe, expect, it } from "vitest";
import { actorOf } from "@/lib/audit/record";
import { addBank } from "@/lib/bank-accounts/bank-accounts";
import { readOperatorDesk } from "@/lib/dashboard/views/operator-desk";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { hour, second } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { findBalanceDifferences, findBalances } from "@/lib/ledger/store";
import { withProofs } from "@/lib/mail/ticket-links";
import { openTestAccount } from "@/tests/support/http/accounts";
import {
  banked,
  callerOf,
  fund,
  insertWithdrawals,
  localBank,
  normal,
  unbanked,
} from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { answerByLink, confirmWithdrawal, findHeldByLink, releaseUnanswered } from "./answer-hold";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { createWithdrawal } from "./create-withdrawal";
import { moveWithdrawal } from "./move-withdrawal";
import { bankAccountColumns } from "./numbers";
import { holdWithdrawal, releaseWithdrawal, sendBatch } from "./operate-withdrawals";
import { completed, held, processing } from "./status";
import { findAnyWithdrawal } from "./store";

const clock = movingClock();

let accountNumber: string;
let caller: Caller;
beforeEach(async () => {
  ({ accountNumber } = await openTestAccount());
  caller = callerOf(accountNumber);
  await fund(accountNumber, 100_000n, "live");
  await fund(accountNumber, 100_000n);
});

const create = async (body: Record<string, unknown> = banked("10.00"), by = caller) =>
  (await createWithdrawal(by, "live", body)).data.transaction_id;
const rowOf = async (id: string) => {
  const row = await findAnyWithdrawal(id);
  if (!row) throw new Error("The withdrawal does not exist.");
  return row;
};
const statusOf = async (id: string) => (await rowOf(id)).status;
const balance = async () => (await findBalances(accountNumber, "live"))[0];
const eventsOf = async (subject: string) => {
  const rows = await db().webhookEvent.findMany({ where: { subject }, orderBy: { sequence: "asc" } });
  return rows.map(({ type }) => type.replace("withdrawal.", ""));
};
const complete = async (id: string) => {
  await moveWithdrawal(id, processing);
  await moveWithdrawal(id, completed);
};

/**
 * The links in the newest mail about a held withdrawal. With several withdrawals, `id` selects one, because mails of
 * the same millisecond have no order.
 */
async function mailedLinks(id = "") {
  const mail = await db().mail.findFirstOrThrow({
    where: { accountNumber, kind: "withdrawal_held", text: { contains: id } },
    orderBy: { id: "desc" },
  });
  const { text } = withProofs(mail);
  const links = [...text.matchAll(/^(Confirm|Refuse) the withdrawal: (\S+)$/gm)].map(([, name, url = ""]) => {
    const { pathname, searchParams } = new URL(url);
    return [name, pathname, searchParams.get("ticket") ?? "", searchParams.get("answer")] as const;
  });
  return { mail, text, links, ticket: links[0]?.[2] ?? "" };
}

describe("a live withdrawal to a new payee", () => {
  it("is held with its money until the owner confirms it in the dashboard, and then goes into the bank file", async () => {
    const id = await create();
    expect(await statusOf(id)).toBe(held);
    expect(await balance()).toMatchObject({ available: 99_000n, held: 1_000n });
    await sendBatch("01JNOTYET", { environment: "live" });
    expect(await statusOf(id)).toBe(held);
    expect(await confirmWithdrawal(caller, "live", id)).toEqual({ message: "OK" });
    expect(await eventsOf(id)).toEqual(["pending", "held", "released"]);
    await sendBatch("01JNOW", { environment: "live" });
    expect(await rowOf(id)).toMatchObject({ status: processing, batch: "01JNOW" });
    await expect(confirmWithdrawal(caller, "live", id)).rejects.toMatchObject({
      status: 400,
      message: "The withdrawal does not wait for an answer any more. Its status is «Processing».",
    });
    const { accountNumber: stranger } = await openTestAccount();
    await expect(confirmWithdrawal(callerOf(stranger), "live", id)).rejects.toMatchObject({ status: 404 });
    const audit = await db().auditEntry.findMany({
      where: { accountNumber, subject: id },
      orderBy: { sequence: "asc" },
    });
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ["withdrawal.created", actorOf(caller)],
      ["withdrawal.confirmed", actorOf(caller)],
    ]);
  });

  it("is mailed to the owner with payee, amount, requester, both links and the 48-hour rule", async () => {
    const id = await create(unbanked("12.34"));
    const { text, links } = await mailedLinks();
    for (const part of [
      "TTD\u00a012.34",
      "Recipient: Ann Lee",
      "Identity number: •••• 1987",
      `Reference: ${id}`,
      "Requested by: an access token of your account",
      "If you do not answer within 48 hours, we release the withdrawal",
    ]) {
      expect(text).toContain(part);
    }
    expect(links).toEqual([
      ["Confirm", "/dashboard/withdrawal", expect.stringContaining(id), null],
      ["Refuse", "/dashboard/withdrawal", links[0]?.[2], "refuse"],
    ]);
    expect(await db().mail.count({ where: { accountNumber, kind: "withdrawal_created" } })).toBe(0);
  });

  it("is mailed with the name of the member who requested it in the dashboard", async () => {
    const memberId = "01JMEMBER00000000000000000";
    const person = { email: `${accountNumber}@team.example`, passwordHash: "none", name: "Bea" };
    await db().member.create({
      data: { id: memberId, accountNumber, role: "owner", createdAt: new Date(0), ...person },
    });
    const credential = { kind: "member", memberId, role: "owner", sessionId: "", environment: "live" } as const;
    await create(banked("1.00"), { ...caller, credential });
    expect((await mailedLinks()).text).toContain(`Requested by: ${person.email}`);
  });

  it("is confirmed once by the mailed link, and opening the link changes nothing", async () => {
    const id = await create();
    const { ticket } = await mailedLinks();
    expect(await findHeldByLink(ticket)).toMatchObject({
      withdrawal: { transaction_id: id },
      confirmBy: expect.any(Date),
    });
    expect(await statusOf(id)).toBe(held);
    await answerByLink({ ticket, answer: "confirm" });
    expect(await rowOf(id)).toMatchObject({ status: 4, confirmedAt: expect.any(Date), confirmBy: null });
    expect(await findHeldByLink(ticket)).toMatchObject({ withdrawal: { status: 4 }, confirmBy: null });
    await expect(answerByLink({ ticket, answer: "confirm" })).rejects.toThrow("Its status is «Released».");
    await expect(answerByLink({ ticket: `${ticket.slice(0, -1)}~`, answer: "refuse" })).rejects.toThrow("not valid");
    await expect(answerByLink({ ticket: id, answer: "refuse" })).rejects.toThrow("not valid");
    expect(await statusOf(id)).toBe(4);
  });

  it("can be cancelled by the mailed link after a confirmation in the dashboard, until it is in a bank file", async () => {
    const id = await create();
    const { ticket } = await mailedLinks();
    await confirmWithdrawal(caller, "live", id);
    expect(await findHeldByLink(ticket)).toMatchObject({ confirmBy: null, canRefuse: true });
    await answerByLink({ ticket, answer: "refuse" });
    expect(await statusOf(id)).toBe(6);
    expect(await balance()).toMatchObject({ available: 100_000n, held: 0n });
    expect(await findHeldByLink(ticket)).toMatchObject({ canRefuse: false });
    await expect(answerByLink({ ticket, answer: "refuse" })).rejects.toThrow("Its status is «Cancelled».");
  });

  it("is cancelled when the owner refuses it by the mailed link, and the money returns once", async () => {
    const id = await create();
    const { ticket } = await mailedLinks();
    await answerByLink({ ticket, answer: "refuse" });
    expect(await eventsOf(id)).toEqual(["pending", "held", "released", "cancelled"]);
    expect(await rowOf(id)).toMatchObject({ status: 6, deletedAt: expect.any(Date), confirmedAt: null });
    expect(await balance()).toMatchObject({ available: 100_000n, held: 0n });
    await expect(answerByLink({ ticket, answer: "confirm" })).rejects.toThrow("Its status is «Cancelled».");
    expect(await balance()).toMatchObject({ available: 100_000n, held: 0n });
    // Refusing a withdrawal leaves its payee unknown, so the next withdrawal to this payee is held again.
    expect(await statusOf(await create())).toBe(held);
  });

  it("can be cancelled by the API and the dashboard", async () => {
    const id = await create();
    expect(await cancelWithdrawal(caller, "live", id)).toEqual({ message: "OK" });
    expect(await eventsOf(id)).toEqual(["pending", "held", "released", "cancelled"]);
    expect(await balance()).toMatchObject({ available: 100_000n, held: 0n });
  });

  it("is released without an answer 48 hours after its creation, and not a second earlier", async () => {
    const id = await create();
    clock.pass(48 * hour - second);
    await releaseUnanswered();
    expect(await statusOf(id)).toBe(held);
    clock.pass(second);
    await Promise.all([releaseUnanswered(), releaseUnanswered()]);
    expect(await eventsOf(id)).toEqual(["pending", "held", "released"]);
    // A release without the merchant's answer does not make the payee known, so the next withdrawal is held again.
    expect(await statusOf(await create())).toBe(held);
    await complete(id);
    expect(await statusOf(await create())).toBe(0);
  });

  it("stays held once the operator holds it, despite the owner's answer, until the operator releases it", async () => {
    const id = await create();
    const { ticket } = await mailedLinks();
    await holdWithdrawal(id);
    clock.pass(49 * hour);
    await releaseUnanswered();
    await expect(answerByLink({ ticket, answer: "confirm" })).rejects.toThrow("Its status is «Held».");
    await expect(cancelWithdrawal(caller, "live", id)).rejects.toThrow("Only a pending withdrawal can be cancelled.");
    expect(await statusOf(id)).toBe(held);
    await releaseWithdrawal(id);
    expect(await statusOf(id)).toBe(4);
  });

  it("is listed for the operator with the time of its release", async () => {
    const id = await create();
    const { confirmBy } = await rowOf(id);
    const find = async () => (await readOperatorDesk("live", undefined)).held.find((row) => row.transactionId === id);
    expect(await find()).toMatchObject({ accountNumber, amount: 1000n, currency: "TTD", confirmBy });
    await confirmWithdrawal(caller, "live", id);
    expect(await find()).toBeUndefined();
  });

  it("moves once under concurrent confirmation, refusal, cancellation and release", async () => {
    for (let round = 0; round < 5; round++) {
      const before = await balance();
      const id = await create({ ...banked("10.00"), bank_account: `18005551${String(8700 + round)}` });
      const { ticket } = await mailedLinks();
      clock.pass(48 * hour);
      const outcomes = await Promise.allSettled([
        answerByLink({ ticket, answer: "refuse" }),
        confirmWithdrawal(caller, "live", id),
        answerByLink({ ticket, answer: "confirm" }),
        releaseUnanswered(),
        cancelWithdrawal(caller, "live", id),
      ]);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 400 });
      }
      // A released withdrawal can still be cancelled, so it ends as cancelled in any order of the requests.
      expect(await eventsOf(id)).toEqual(["pending", "held", "released", "cancelled"]);
      expect(await balance()).toEqual(before);
    }
    expect(await findBalanceDifferences()).toEqual([]);
  });
});

it("a refusal wins over a concurrent confirmation", async () => {
  for (let round = 0; round < 5; round++) {
    const id = await create({ ...banked("10.00"), bank_account: `18005551${String(8700 + round)}` });
    const { ticket } = await mailedLinks(id);
    const answers = [
      () => answerByLink({ ticket, answer: "refuse" }),
      () => confirmWithdrawal(caller, "live", id),
    ] as const;
    const ordered = round % 2 === 0 ? answers : answers.toReversed();
    const outcomes = await Promise.allSettled(ordered.map((answer) => answer()));
    expect(outcomes[round % 2]?.status).toBe("fulfilled");
    expect(await statusOf(id)).toBe(6);
  }
  expect(await balance()).toMatchObject({ available: 100_000n, held: 0n });
});

describe("a payee", () => {
  it("is known by bank and account number once the merchant confirmed it or a withdrawal to it was completed", async () => {
    await confirmWithdrawal(caller, "live", await create());
    expect(await statusOf(await create({ ...banked("2.00"), name_in_bank: "Bea Lee" }))).toBe(0);
    const others = [
      { ...banked("1.00"), bank_account: "180055518766" },
      { ...banked("1.00"), bank_name: "First Citizens Bank", bank_account: "1800555" },
      unbanked("1.00"),
    ];
    for (const other of others) expect(await statusOf(await create(other))).toBe(held);
  });

  it("is known by type and number of the identity document if it has no bank account", async () => {
    const id = await create(unbanked("1.00"));
    await releaseWithdrawal(id);
    expect(await statusOf(await create(unbanked("1.00")))).toBe(held);
    await complete(id);
    expect(await statusOf(await create({ ...unbanked("1.00"), recipient_name: "Bea Lee" }))).toBe(0);
    expect(await statusOf(await create({ ...unbanked("1.00"), id_number: "19900101988" }))).toBe(held);
  });

  it("is known only to its own merchant, and only by live withdrawals", async () => {
    await confirmWithdrawal(caller, "live", await create());
    const { accountNumber: other } = await openTestAccount();
    await fund(other, 1_000n, "live");
    expect(await statusOf(await create(banked("1.00"), callerOf(other)))).toBe(held);
    const { data } = await createWithdrawal(caller, "sandbox", unbanked("1.00"));
    expect(await statusOf(data.transaction_id)).toBe(0);
    await complete(data.transaction_id);
    expect(await statusOf(await create(unbanked("1.00")))).toBe(held);
  });

  it("is known by withdrawals that were stored without a digest, which then get one", async () => {
    const { bank_name: bankName, bank_account: number } = banked("1.00");
    const oldId = "01JBEFOREDIGESTSWERESTORED";
    const columns = { bankName, ...bankAccountColumns(oldId, number), type: "sub_banked" } as const;
    await insertWithdrawals(accountNumber, 1, {
      ...columns,
      transactionId: oldId,
      environment: "live",
      status: completed,
    });
    await insertWithdrawals(accountNumber, 1, {
      ...columns,
      sealedBankAccount: new Uint8Array(40),
      environment: "live",
      status: completed,
    });
    expect((await rowOf(oldId)).payeeDigest).toBeNull();
    expect(await statusOf(await create({ ...banked("1.00"), bank_account: "280055518765" }))).toBe(held);
    expect(await statusOf(await create())).toBe(0);
    expect((await rowOf(oldId)).payeeDigest).not.toBeNull();
  });

  it("stays known under a new APP_SECRET while the older one is in the list", async () => {
    const { APP_SECRET: before = "" } = env();
    const [older, newer] = ["an-older-secret-0123456789-abcdefghijk", "a-newer-secret-0123456789-abcdefghijk"];
    try {
      extendEnv({ APP_SECRET: older });
      await confirmWithdrawal(caller, "live", await create());
      extendEnv({ APP_SECRET: `2:${newer} 1:${older}` });
      expect(await statusOf(await create())).toBe(0);
    } finally {
      extendEnv({ APP_SECRET: before });
    }
  });

  it("needs no confirmation if it is the merchant's own bank account of at least 48 hours", async () => {
    await addBank(caller, "local", localBank);
    await expect(create(normal("1.00"))).rejects.toThrow("less than 48 hours ago");
    clock.pass(48 * hour);
    expect(await statusOf(await create(normal("1.00")))).toBe(0);
  });
});
