import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { entriesOf } from "@/lib/audit/verify-chain";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { env } from "@/lib/kit/env";
import { newTransactionId, newUlid } from "@/lib/kit/ids";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { findBalances } from "@/lib/ledger/store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { eventsAbout } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  attemptsOf,
  cards,
  openSession,
  openShop,
  patiently,
  pay,
  recordOf,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { storeCard } from "@/tests/support/in-process/stored-cards";
import { readChargebackFile } from "./chargeback-file";
import { importChargebacks, previewChargebacks, type RowReport } from "./import-chargebacks";

let shop: Merchant;

/** A payment of TTD 10.00 that debited 12.05 from the customer. */
async function paid(): Promise<TestSession> {
  const session = await openSession(shop);
  await pay(session, cards.approved);
  return session;
}

beforeEach(async () => {
  shop = await openShop();
});

const rowsOf = (...lines: string[]) => readChargebackFile(Buffer.from(lines.join("\n")));

/** Reports as text: the line, the result and the reason. */
async function listed(reports: AsyncGenerator<RowReport>): Promise<string[]> {
  const lines: string[] = [];
  for await (const { line, verdict } of reports) {
    lines.push(`${line} ${verdict.result}${verdict.result === "refused" ? `: ${verdict.reason}` : ""}`);
  }
  return lines;
}

const importRows = (...lines: string[]) => listed(importChargebacks(rowsOf(...lines)));
const preview = (...lines: string[]) => listed(previewChargebacks(rowsOf(...lines)));

const referenceOf = async (session: TestSession) => (await attemptsOf(session))[0]?.reference ?? "";
const chargebackOf = async ({ id }: TestSession) =>
  (await db().chargeback.findUnique({ where: { sessionId: id } }))?.status ?? null;
const bankSteps = async (session: TestSession) =>
  (await timelineOf(session)).filter((step) => /^(chargeback|fraud)_/.test(step));
const balance = async () => {
  const [row] = await findBalances(shop.accountNumber, "sandbox");
  return [row?.available, row?.owed];
};
const auditEntries = async () => {
  const entries = [];
  for await (const { action, subject, actor, detail } of entriesOf(shop.accountNumber)) {
    if (/^(chargeback|fraud)\./.test(action)) entries.push({ action, subject, actor, detail });
  }
  return entries;
};

describe("an import", () => {
  it("records each event with its ledger posting, timeline step, webhook event and audit entry", async () => {
    const [won, lost, fraud] = [await paid(), await paid(), await paid()];
    const file = [
      "transaction_id,event,reference",
      `${won.transactionId},open,Case 7`,
      `${lost.transactionId},open,`,
      `${won.transactionId},won,Case 7`,
      `${lost.transactionId},lost,`,
      `${fraud.transactionId},fraud,Case 9`,
    ];
    expect(await importRows(...file)).toEqual(["2 recorded", "3 recorded", "4 recorded", "5 recorded", "6 recorded"]);
    expect([await chargebackOf(won), await chargebackOf(lost), await chargebackOf(fraud)]).toEqual([
      "won",
      "lost",
      null,
    ]);
    expect((await recordOf(fraud)).fraudConfirmedAt).toBeInstanceOf(Date);
    expect(await balance()).toEqual([3000n - 1205n, 0n]);
    expect(await bankSteps(won)).toEqual(["chargeback_opened", "chargeback_won"]);
    const emitted = (await eventsAbout(lost.transactionId)).map(({ type }) => type).slice(-2);
    expect(emitted).toEqual(["payment.chargeback_opened", "payment.chargeback_lost"]);
    expect(await auditEntries()).toMatchObject([
      {
        action: "chargeback.opened",
        subject: won.transactionId,
        actor: "operator",
        detail: { bank_reference: "Case 7" },
      },
      { action: "chargeback.opened", subject: lost.transactionId, detail: { amount: "12.05" } },
      { action: "chargeback.won", subject: won.transactionId, detail: { bank_reference: "Case 7" } },
      { action: "chargeback.lost", subject: lost.transactionId },
      { action: "fraud.confirmed", subject: fraud.transactionId, detail: { bank_reference: "Case 9" } },
    ]);
    expect((await auditEntries())[1]?.detail).not.toHaveProperty("bank_reference");
  });

  it("changes nothing when the same file is imported again", async () => {
    const [one, other] = [await paid(), await paid()];
    const file = [
      "transaction_id,event",
      `${one.transactionId},open`,
      `${one.transactionId},fraud`,
      `${one.transactionId},won`,
      `${other.transactionId},open`,
      `${other.transactionId},lost`,
    ];
    await importRows(...file);
    const before = [await balance(), await auditEntries(), await eventsAbout(one.transactionId)];
    const already = [2, 3, 4, 5, 6].map((line) => `${line} already recorded`);
    expect(await importRows(...file)).toEqual(already);
    expect(await preview(...file)).toEqual(already);
    expect([await balance(), await auditEntries(), await eventsAbout(one.transactionId)]).toEqual(before);
  });

  it("records an event once if the file contains it twice", async () => {
    const { transactionId } = await paid();
    const file = ["transaction_id,event", `${transactionId},open`, `${transactionId},open`];
    const outcome = ["2 recorded", "3 already recorded"];
    expect(await preview(...file)).toEqual(outcome);
    expect(await importRows(...file)).toEqual(outcome);
    expect(await balance()).toEqual([0n, -205n]);
  });

  it("goes on after a row that fails with an internal error, and records it at the next import", async () => {
    const [damaged, whole] = [await paid(), await paid()];
    const file = ["transaction_id,event", `${damaged.transactionId},open`, `${whole.transactionId},open`];
    await query(sql`CREATE TABLE refused_session AS SELECT ${damaged.id}::text AS id`);
    await query(sql`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
        IF EXISTS (SELECT FROM refused_session r WHERE r.id = NEW.session_id) THEN RAISE EXCEPTION ''refused''; END IF;
        RETURN NEW; END'`);
    await query(sql`CREATE TRIGGER refuse_one BEFORE INSERT ON chargeback FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
    try {
      expect(await importRows(...file)).toEqual([
        "2 refused: The import of this row failed with an internal error. Import the file again.",
        "3 recorded",
      ]);
    } finally {
      await query(sql`DROP TRIGGER refuse_one ON chargeback`);
      await query(sql`DROP FUNCTION refuse_one`);
      await query(sql`DROP TABLE refused_session`);
    }
    expect([await bankSteps(damaged), await balance()]).toEqual([[], [795n, 0n]]);
    expect(await importRows(...file)).toEqual(["2 recorded", "3 already recorded"]);
  });
});

describe("the acquirer's reference", () => {
  const unknown = "refused: No approved charge has this acquirer reference.";

  it("names the payment whose approved charge has it", async () => {
    const session = await paid();
    expect(await importRows("acquirer_reference;event", `${await referenceOf(session)};open`)).toEqual(["2 recorded"]);
    expect(await chargebackOf(session)).toBe("open");
  });

  it("is refused if it is unknown, malformed, or belongs to a charge that was not approved", async () => {
    const declined = await openSession(shop);
    await pay(declined, cards.declined);
    await db().attempt.updateMany({ where: { sessionId: declined.id }, data: { reference: "RRN-DECLINED" } });
    const rows = ["RRN-UNKNOWN,open", "RRN-DECLINED,open", "RRN\0,open", `${"R".repeat(200)},open`];
    const outcome = [2, 3, 4, 5].map((line) => `${line} ${unknown}`);
    expect(await preview("acquirer_reference,event", ...rows)).toEqual(outcome);
    expect(await importRows("acquirer_reference,event", ...rows)).toEqual(outcome);
  });

  it("is refused if several approved charges have it", async () => {
    const sessions = [await paid(), await paid()];
    const ids = sessions.map(({ id }) => id);
    await db().attempt.updateMany({ where: { sessionId: { in: ids } }, data: { reference: "RRN-TWICE" } });
    const refusal = "2 refused: Several approved charges have this acquirer reference.";
    expect(await importRows("acquirer_reference,event", "RRN-TWICE,open")).toEqual([refusal]);
    expect(await Promise.all(sessions.map(chargebackOf))).toEqual([null, null]);
  });

  it("is refused if its charge is not the one that paid the transaction", async () => {
    const session = await paid();
    await query(sql`
      INSERT INTO attempt (id, session_id, environment, platform, amount, currency, state, card_last4, card_network,
        card_fingerprint, address_digest, reference, started_at, called_at, voided_at)
      SELECT ${newUlid()}, session_id, environment, platform, amount, currency, 'approved', card_last4, card_network,
        card_fingerprint, address_digest, 'RRN-LATE', started_at, called_at, now()
      FROM attempt WHERE session_id = ${session.id}`);
    const refusal = "2 refused: The charge with this acquirer reference did not pay its transaction.";
    expect(await importRows("acquirer_reference,event", "RRN-LATE,open")).toEqual([refusal]);
    expect(await chargebackOf(session)).toBeNull();
  });

  it("must agree with the transaction id of the same row", async () => {
    const [one, other] = [await paid(), await paid()];
    const reference = await referenceOf(one);
    const different = "The transaction id and the acquirer reference name different transactions.";
    expect(
      await importRows(
        "transaction_id,acquirer_reference,event",
        `${other.transactionId},${reference},open`,
        `${other.transactionId},RRN-UNKNOWN,open`,
        `${one.transactionId},${reference},open`,
      ),
    ).toEqual([`2 refused: ${different}`, `3 ${unknown}`, "4 recorded"]);
    expect(await chargebackOf(other)).toBeNull();
  });
});

describe("a refused row", () => {
  it("states its reason, in the import and in the dry run, and does not stop the others", async () => {
    const [whole, decided, refunding, declined] = [await paid(), await paid(), await paid(), await openSession(shop)];
    await pay(declined, cards.declined);
    await requestRefund(callerOf(shop.accountNumber), "sandbox", refunding.transactionId, { amount: 1n });
    await importRows("transaction_id,event", `${decided.transactionId},open`, `${decided.transactionId},lost`);
    const file = [
      "transaction_id,event",
      `${newTransactionId("sandbox")},open`,
      "any text\0,open",
      `${whole.transactionId},won`,
      `${decided.transactionId},won`,
      `${refunding.transactionId},open`,
      `${declined.transactionId},open`,
      `${declined.transactionId},fraud`,
      `${whole.transactionId},open`,
    ];
    const outcome = [
      "2 refused: The transaction does not exist.",
      "3 refused: The transaction does not exist.",
      "4 refused: There is no chargeback of this transaction.",
      "5 refused: The chargeback of this transaction has already been lost.",
      "6 refused: A refund of this transaction is under way.",
      "7 refused: Only a successful transaction can be charged back.",
      "8 refused: Only a successful transaction can be a fraud.",
      "9 recorded",
    ];
    expect(await preview(...file)).toEqual(outcome);
    expect(await importRows(...file)).toEqual(outcome);
  });

  it("has another amount or currency than the payment, fees included", async () => {
    const [one, other] = [await paid(), await paid()];
    const file = [
      "transaction_id,event,amount,currency",
      `${one.transactionId},open,10.00,TTD`,
      `${one.transactionId},open,12.05,USD`,
      `${one.transactionId},open,,780`,
      `${one.transactionId},open,12.05,ttd`,
      `${one.transactionId},open,12.06,`,
      `${other.transactionId},open,12.05,`,
    ];
    const refusal = "refused: The payment is TTD 12.05, fees included.";
    const outcome = [`2 ${refusal}`, `3 ${refusal}`, `4 ${refusal}`, "5 recorded", `6 ${refusal}`, "7 recorded"];
    expect(await preview(...file)).toEqual(outcome);
    expect(await importRows(...file)).toEqual(outcome);
  });

  it("never shows the amount of a micro-charge", async () => {
    const { session } = await storeCard(shop, cards.approved);
    const file = [
      "transaction_id,event,amount",
      `${session.transactionId},open,9.99`,
      `${session.transactionId},fraud,`,
    ];
    const refusal = "refused: A test charge is not a payment.";
    expect(await importRows(...file)).toEqual([`2 ${refusal}`, `3 ${refusal}`]);
  });
});

it("a chargeback after a partial refund is compared with the whole payment, and takes what is left", async () => {
  const { transactionId } = await paid();
  await giveOpeningBalance(
    { accountNumber: shop.accountNumber, environment: "sandbox", currency: "TTD" },
    newUlid(),
    500n,
  );
  await requestRefund(callerOf(shop.accountNumber), "sandbox", transactionId, { amount: 400n });
  await sweep();
  expect(await importRows("transaction_id,event,amount", `${transactionId},open,12.05`)).toEqual(["2 recorded"]);
  expect(await balance()).toEqual([1500n - 1205n, 0n]);
});

describe("concurrent imports of one file", () => {
  it("record each event once if both have read the file before either records", async () => {
    const session = await paid();
    const file = ["transaction_id,event", `${session.transactionId},open`];
    const holder = new pg.Client(env().DATABASE_URL);
    await holder.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM checkout_session WHERE id = $1 FOR UPDATE", [session.id]);
      const imports = [importRows(...file), importRows(...file)];
      const waiting = () =>
        query(sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      await expect.poll(waiting, patiently).toHaveLength(2);
      await holder.query("COMMIT");
      expect((await Promise.all(imports)).flat().sort()).toEqual(["2 already recorded", "2 recorded"]);
    } finally {
      await holder.end();
    }
    expect(await bankSteps(session)).toEqual(["chargeback_opened"]);
    expect(await auditEntries()).toHaveLength(1);
    expect(await balance()).toEqual([0n, -205n]);
  });

  it("record each event of a longer file once, and refuse none", async () => {
    const sessions = [await paid(), await paid(), await paid()];
    const file = [
      "transaction_id,event",
      ...sessions.flatMap(({ transactionId: id }) => [`${id},open`, `${id},fraud`, `${id},won`]),
    ];
    const outcomes = (await Promise.all([1, 2, 3, 4].map(() => importRows(...file)))).flat();
    expect(outcomes.filter((outcome) => outcome.includes("refused"))).toEqual([]);
    for (let line = 2; line <= 10; line++) {
      expect(outcomes.filter((outcome) => outcome === `${line} recorded`)).toHaveLength(1);
    }
    expect(await auditEntries()).toHaveLength(9);
    expect(await balance()).toEqual([3000n, 0n]);
  });
});
