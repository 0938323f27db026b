import { expect, it } from "vitest";
import { platformChain } from "@/lib/audit/record";
import { verifyChains } from "@/lib/audit/verify-chain";
import { paymentRequestBody } from "@/lib/checkout/contract";
import { submitPayment } from "@/lib/checkout/pay/submit-payment";
import { requestPayment } from "@/lib/checkout/request/request-payment";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { readCheckoutToken } from "@/lib/checkout/session/session-token";
import { db, inTransaction, query } from "@/lib/db/client";
import { ambient } from "@/lib/db/prisma";
import { sql } from "@/lib/db/sql";
import { hour, later, now, useClock } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { checkLedger } from "@/lib/ledger/check-ledger";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { insertRequests } from "@/lib/request-log/store";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { processRefunds } from "@/lib/transactions/refunds/process-refunds";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { privacy } from "@/operator/privacy";
import { dumpDatabase } from "@/tests/support/browser/traces";
import { administer } from "@/tests/support/http/product";
import { startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, newEndpoint } from "@/tests/support/http/webhooks";
import {
  cards,
  formWith,
  openSession,
  openShop,
  pay,
  recordOf,
  type TestSession,
  testClient,
} from "@/tests/support/in-process/checkout";
import { operatorCommands } from "@/tests/support/in-process/operator-command";
import { callerOf, cardOf, openCreation, vaultHas } from "@/tests/support/in-process/stored-cards";

const { tw } = operatorCommands(privacy);
const email = "zephyrine.q@payers.example";
/** Values that occur nowhere else. */
const personal = [email, "zephyrine", "quillfeather", "nutmeg parade", "gouyaveville", "5551234"];
const form = {
  ...formWith(cards.approved),
  card_name: "Zephyrine Quillfeather",
  address1: "17 Nutmeg Parade",
  city: "Gouyaveville",
  phone: "+18685551234",
};

async function payAsPayer(shop: Merchant): Promise<TestSession> {
  const orderId = newUlid();
  const { url, transaction_id: transactionId } = await requestPayment(
    shop,
    paymentRequestBody.parse({
      account_number: shop.accountNumber,
      country_code: "TT",
      currency: "TTD",
      environment: "sandbox",
      fee_structure: "customer_pay",
      method: "credit_card_co",
      order_id: orderId,
      origin: "tests",
      response_url: `https://shop.example/return?for=${encodeURIComponent(email)}#${email}`,
      total: "10.00",
      email: "Zephyrine.Q@Payers.example",
      name: "Zephyrine Quillfeather",
      data: `basket of ${email}`,
      avs: "1",
    }),
  );
  const token = url.split("/").at(-1) ?? "";
  await submitPayment(token, form, testClient);
  return { id: readCheckoutToken(token) ?? "", token, transactionId, orderId };
}

const traces = async (): Promise<string[]> =>
  (await dumpDatabase(env().DATABASE_URL ?? ""))
    .filter(({ value }) => personal.some((text) => decode(String(value)).toLowerCase().includes(text)))
    .map(({ where, value }) => `${where}: ${value}`);

/** Decodes what a URL encodes. Other tests may leave text in the database that only looks encoded. */
const decode = (text: string) =>
  text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`)));

it("erases a payer from every table, keeps the books, and can be repeated", async () => {
  const [shop, otherShop] = [await openShop(), await openShop()];
  const receiver = await startReceiver((response, { body }) => response.end(body));
  await newEndpoint({ accountNumber: shop.accountNumber, environment: "sandbox" }, receiver.url);
  const paid = await payAsPayer(shop);
  await payAsPayer(otherShop);
  const creation = await openCreation(shop);
  const linkId = newUlid();
  await db().cardLink.create({
    data: {
      ...{ id: linkId, accountNumber: shop.accountNumber, environment: "sandbox", platform: "TT" },
      ...{ label: "Mrs Quillfeather", responseUrl: "https://shop.example/", expiresAt: later(hour), createdAt: now() },
      sessions: { create: { sessionId: creation.id } },
    },
  });
  await submitPayment(creation.token, { ...form, email, consent: "yes" }, testClient);
  await requestRefund(callerOf(shop), "sandbox", paid.transactionId, { amount: 100n, reason: `Asked by ${email}` });
  await processRefunds();
  await deliverDue();
  const stranger = await openSession(shop);
  await pay(stranger, cards.approved);
  await insertRequests([
    {
      accountNumber: shop.accountNumber,
      environment: "sandbox",
      at: now().toISOString(),
      requestId: "r",
      method: "GET",
      path: `/api/search/${encodeURIComponent(email)}`,
      status: 400,
      durationMs: 1,
      kid: null,
      message: `${email} is unknown.`,
    },
  ]);
  const before = await recordOf(paid);
  expect((await traces()).length).toBeGreaterThan(15);

  const exported = JSON.parse((await tw("privacy", "export", email)).output);
  expect(exported.payments).toHaveLength(3);
  expect(exported.payments).toContainEqual(
    expect.objectContaining({ return_url: before.responseUrl, refund_reasons: [`Asked by ${email}`] }),
  );
  expect(exported.payments).toContainEqual(expect.objectContaining({ card_link_label: "Mrs Quillfeather" }));
  expect(exported).toMatchObject({
    stored_cards: [{ first_name: "Zephyrine", pan: expect.stringMatching(/^\*+1111$/), deleted_at: null }],
    logged_requests: [{ method: "GET", message: `${email} is unknown.` }],
    mails: expect.arrayContaining([expect.objectContaining({ kind: "receipt", recipient: email })]),
  });
  expect(JSON.stringify(exported)).not.toContain(cards.approved);

  const preview = await tw("privacy", "erase", email.toUpperCase());
  expect(preview.output).toMatch(
    /^To erase: payments 3, stored cards 1, mails \d, logged requests 1\.\nNothing was changed/,
  );
  expect(await recordOf(paid)).toEqual(before);
  const erased = await tw("privacy", "erase", email.toUpperCase(), "--confirm");
  expect(erased).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Erased: payments 3, stored cards 1/) });

  expect(await traces()).toEqual([]);
  expect(await recordOf(paid)).toEqual({
    ...before,
    ...Object.fromEntries(
      [
        "email",
        "firstName",
        "lastName",
        "address1",
        "address2",
        "city",
        "region",
        "zipcode",
        "country",
        "phone",
        "data",
      ].map((column) => [column, null]),
    ),
    responseUrl: "https://shop.example/return",
  });
  const card = await cardOf(creation);
  expect(card).toMatchObject({ firstName: "", lastName: null, deletedAt: expect.any(Date) });
  expect(await vaultHas(card?.attemptId ?? "")).toBe("nothing");
  expect(await recordOf(stranger)).toMatchObject({ email: "ada@example.com", firstName: "Ada" });
  const { data } = await retrieveTransaction(callerOf(shop), "sandbox", paid.transactionId);
  expect(data).toMatchObject({ status: "success", customer_email: null, total: "12.05" });

  expect(await checkLedger()).toEqual({ differences: [], unbalanced: [] });
  for await (const { broken } of verifyChains()) expect(broken).toBeNull();
  const restore = useClock(() => later(hour, new Date(before.acceptedAt)));
  expect((await reconcile()).flatMap(({ differences }) => differences)).toEqual([]);
  restore();
  const entries = await db().auditEntry.findMany({ where: { action: "payer.erased" }, orderBy: { at: "asc" } });
  expect(await db().auditEntry.count({ where: { action: "payer.exported", subject: entries[0]?.subject ?? "" } })).toBe(
    1,
  );
  expect(entries.map(({ accountNumber }) => accountNumber).sort()).toEqual(
    [platformChain, shop.accountNumber, otherShop.accountNumber].sort(),
  );
  expect(new Set(entries.map(({ subject }) => subject)).size).toBe(1);
  expect((await tw("privacy", "erase", email, "--confirm")).output).toMatch(
    /^Erased: payments 0, stored cards 0, mails 0/,
  );
  receiver.close();
});

it("leaves an open payment until it is settled, and erases the payer's others", async () => {
  const shop = await openShop();
  const [settled, refunding] = [await payAsPayer(shop), await payAsPayer(shop)];
  await requestRefund(callerOf(shop), "sandbox", refunding.transactionId, { amount: 100n });
  const first = await tw("privacy", "erase", email, "--confirm");
  expect(first).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining(`Not erased, because it is still open: ${refunding.transactionId}.`),
  });
  expect([(await recordOf(settled)).email, (await recordOf(refunding)).email]).toEqual([null, email]);
  const [event] = await db().webhookEvent.findMany({ where: { subject: refunding.transactionId } });
  expect(event?.data).toMatchObject({ customer_email: email });
  await processRefunds();
  expect(await tw("privacy", "erase", email, "--confirm")).toMatchObject({ exitCode: 0 });
  expect(await traces()).toEqual([]);
});

it("leaves a payment whose refund was requested while the erasure waited for it, and says so", async () => {
  const shop = await openShop();
  const paid = await payAsPayer(shop);
  const waiting = () =>
    query(sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  const erasure = await inTransaction(async () => {
    await requestRefund(callerOf(shop), "sandbox", paid.transactionId, { amount: 100n });
    const running = ambient.exit(() => tw("privacy", "erase", email, "--confirm"));
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
    return { running };
  });
  expect(await erasure.running).toMatchObject({
    exitCode: 2,
    output: expect.stringMatching(/^Erased: payments 0, .*\n.*still open: /),
  });
  expect((await recordOf(paid)).email).toBe(email);
  await processRefunds();
  expect(await tw("privacy", "erase", email, "--confirm")).toMatchObject({ exitCode: 0 });
  expect(await traces()).toEqual([]);
});

it("an erasure that dies half-way is finished by the next run", async () => {
  const [shop, otherShop] = [await openShop(), await openShop()];
  await payAsPayer(shop);
  await payAsPayer(otherShop);
  const second = [shop, otherShop].map(({ accountNumber }) => accountNumber).sort()[1];
  const url = env().DATABASE_URL ?? "";
  await administer(
    url,
    `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
     CREATE TRIGGER die BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.account_number = '${second}')
     EXECUTE FUNCTION die()`,
  );
  expect(await tw("privacy", "erase", email, "--confirm")).toMatchObject({ exitCode: 1 });
  await administer(url, "DROP FUNCTION die CASCADE");
  expect(await db().checkoutSession.count({ where: { email } })).toBe(1);
  expect((await traces()).length).toBeGreaterThan(0);
  expect(await tw("privacy", "erase", email, "--confirm")).toMatchObject({ exitCode: 0 });
  expect(await traces()).toEqual([]);
});

it("refuses text that is not an email address", async () => {
  expect(await tw("privacy", "erase", "zephyrine", "--confirm")).toEqual({
    exitCode: 1,
    output: "The email must be a valid email address.\n",
  });
});
