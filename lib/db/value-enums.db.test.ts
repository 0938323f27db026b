import type pg from "pg";
import { describe, expect, it } from "vitest";
import { findSession } from "@/lib/checkout/session/store";
import { acquirerTables } from "@/lib/gateway/registry";
import { networkCodes } from "@/lib/reference/card-networks";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";
import { checkoutMethods } from "@/lib/reference/stored-values";
import { findTransactionOfSession } from "@/lib/transactions/history/store";
import { openSession, openShop } from "@/tests/support/in-process/checkout";
import { withDatabaseBefore } from "@/tests/support/in-process/database-before";
import { db, query } from "./client";
import { rawSql, sql } from "./sql";

const valueLists = [
  ["currency", currencies],
  ["fee_structure", feeStructureCodes],
  ["checkout_method", checkoutMethods],
  ["card_network", networkCodes],
] as const;

describe.each(valueLists)("the enum %s", (type, values) => {
  it("has exactly the values of the code's list, sorted like text", async () => {
    const labels = await query<{ label: string }>(sql`
      SELECT enumlabel AS label FROM pg_enum WHERE enumtypid = ${type}::regtype ORDER BY enumsortorder`);
    expect(labels.map(({ label }) => label)).toEqual(values.toSorted());
  });

  it("is the type of every column that holds such a value, also in the tables of each acquirer", async () => {
    const columns = await query<{ name: string }>(sql`
      SELECT attrelid::regclass || '.' || attname AS name
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND atttypid IN (${type}::regtype, ${`${type}[]`}::regtype) ORDER BY name`);
    const isOfAcquirer = (name: string) => acquirerTables.some((table) => name.startsWith(`${table}.`));
    const names = columns.map(({ name }) => name);
    expect(names.filter((name) => !isOfAcquirer(name))).toEqual(columnsOf[type]);
    expect(names.some(isOfAcquirer)).toBe(type === "currency" || type === "card_network");
  });

  it("refuses an unknown value", async () => {
    await expect(query(sql`SELECT 'unknown'::${rawSql(type)}`)).rejects.toThrow(
      `invalid input value for enum ${type}: "unknown"`,
    );
  });
});

const columnsOf: Readonly<Record<(typeof valueLists)[number][0], string[]>> = {
  currency: [
    "attempt.currency",
    "balance_day.currency",
    "bank_account.currency",
    "checkout_session.currency",
    "ledger_journal.currency",
    "merchant_balance.currency",
    "merchant_settings.currencies",
    "payment_link.currency",
    "payment_sum.currency",
    "payment_sum_change.currency",
    "terminal.currency",
    "withdrawal.currency",
  ],
  fee_structure: ["checkout_session.fee_structure", "merchant_settings.fee_structure", "payment_link.fee_structure"],
  checkout_method: ["checkout_session.method"],
  card_network: [
    "attempt.card_network",
    "checkout_session.card_network",
    "checkout_session.card_type",
    "trusted_card.card_network",
  ],
};

it("stores read the method as its wire value, and the database stores it as such", async () => {
  const { id } = await openSession(await openShop());
  await query(sql`UPDATE checkout_session SET method = '3co_simple' WHERE id = ${id}`);
  expect((await findSession(id))?.method).toBe("3co_simple");
  expect((await findTransactionOfSession(id)).method).toBe("3co_simple");
  await db().checkoutSession.update({ where: { id }, data: { method: "credit_card_co" } });
  expect((await findSession(id))?.method).toBe("credit_card_co");
});

it("the migration to enums keeps stored values, triggers and constraints of a database with data", async () => {
  await withDatabaseBefore("20261116150000_value_enums", async (client, apply) => {
    await client.query(rowsWithText);
    const before = { values: await readValues(client), rules: await readRules(client) };
    await apply();
    expect({ values: await readValues(client), rules: await readRules(client) }).toEqual(before);
    expect(before.values).toContainEqual({
      currency: "TTD",
      fee: "split",
      method: "3co_simple",
      networks: "visa amex",
    });
    expect(before.values).toContainEqual({ currency: "{USD,TTD}", fee: "split", method: null, networks: null });
  });
});

const rowsWithText = `
  INSERT INTO account (account_number, type, password_hash, first_name, last_name, home_platform, created_at)
  VALUES ('1000000001', 'BUSINESS', 'hash', 'A', 'B', 'TT', now()), ('1000000002', 'BUSINESS', 'hash', 'C', 'D', 'TT', now());
  INSERT INTO merchant_settings (account_number, currencies, fee_structure)
  VALUES ('1000000001', '{USD,TTD}', 'split'), ('1000000002', DEFAULT, NULL);
  INSERT INTO checkout_session (id, transaction_id, account_number, environment, platform, currency, total, customer_fee,
    merchant_fee, fee_structure, method, order_id, origin, response_url, avs, card_type, card_network, accepted_at, expires_at)
  VALUES ('s1', 't1', '1000000001', 'sandbox', 'TT', 'TTD', 1000, 35, 0, 'split', '3co_simple', 'o1', 'shop',
          'https://shop.example', false, 'visa', 'amex', now(), now()),
         ('s2', 't2', '1000000001', 'sandbox', 'TT', 'USD', 1000, 35, 0, 'customer_pay', 'credit_card_co', 'o2', 'shop',
          'https://shop.example', false, NULL, NULL, now(), now());
  INSERT INTO merchant_balance (account_number, environment, currency) VALUES ('1000000001', 'sandbox', 'TTD')`;

async function readValues(client: pg.Client) {
  const { rows } = await client.query(`
    SELECT currency::text, fee_structure::text AS fee, method::text, card_type::text || ' ' || card_network AS networks
    FROM checkout_session
    UNION ALL SELECT currencies::text, fee_structure::text, NULL, NULL FROM merchant_settings
    UNION ALL SELECT currency::text, NULL, NULL, NULL FROM merchant_balance
    ORDER BY 1, 2, 3`);
  return rows;
}

/**
 * Reads the definitions of triggers, constraints and indexes without type casts, because the migration changes the
 * types in the casts.
 */
async function readRules(client: pg.Client) {
  const { rows } = await client.query<{ rule: string }>(`
    SELECT pg_get_triggerdef(oid) AS rule FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1`);
  return rows.map(({ rule }) => rule.replaceAll(/::(bpchar|text|currency)\b/g, ""));
}
