import { query } from "@/lib/db/client";
import { joinSql, literal, type Statement, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { day, later } from "@/lib/kit/clock";
import { debitsOf, type Reading } from "./read-search";

/**
 * The most payments that one kind of match finds. It bounds the query if many payments share the searched beginning.
 */
export const searchMatchesMax = 1000;

const fullName = sql`lower(first_name || coalesce(' ' || last_name, ''))`;
const lastName = sql`lower(last_name)`;

/**
 * The values that begin with `start`, in the code point order of our indexes. No value contains the last code point.
 */
const beginsWith = (column: Statement, start: string) =>
  sql`${column} >= ${start} AND ${column} < ${`${start}\u{10FFFF}`}`;

type Condition = { where: Statement; from?: Statement };

/**
 * Finds payments by what a search means, the newest of each kind of match first. Each part uses an index of its own.
 * The indexes of names, amounts and cards hold only payments with a result, so an open payment is looked up among those
 * of the last day.
 */
export async function findMatches({ accountNumber, environment }: Owner, readings: readonly Reading[]) {
  const isOwn = sql`account_number = ${accountNumber} AND environment = ${environment}`;
  const parts = readings.flatMap(conditionsOf).map(
    ({ where, from }, part) => sql`
      (SELECT id, ${literal(part)} AS part FROM ${from ?? sql``} LATERAL (
         SELECT id FROM checkout_session WHERE ${isOwn} AND ${where} LIMIT ${literal(searchMatchesMax + 1)}) AS matched
       LIMIT ${literal(searchMatchesMax + 1)})`,
  );
  if (parts.length === 0) return { ids: [], isCut: false };
  const found = await query<{ id: string; part: number }>(joinSql(parts, " UNION ALL "));
  const isCut = parts.some((_, part) => found.filter((one) => one.part === part).length > searchMatchesMax);
  return { ids: [...new Set(found.map(({ id }) => id))], isCut };
}

/** The conditions for one meaning: one for each index that can answer it. */
function conditionsOf({ text, ...numbers }: Reading): Condition[] {
  const isSame = numbersAre(numbers);
  if (text !== undefined) return textConditions(text, isSame);
  const isRecent = { where: sql`status IS NULL AND accepted_at > ${later(-day)} AND ${isSame}` };
  const { amount } = numbers;
  if (amount === undefined) return [{ where: sql`status IS NOT NULL AND ${isSame} ${newestFirst}` }, isRecent];
  const where = sql`status IS NOT NULL AND total + customer_fee = debits.debit AND ${isSame} ${newestFirst}`;
  return [{ from: sql`unnest(${debitsOf(amount)}::bigint[]) AS debits (debit),`, where }, isRecent];
}

const newestFirst = sql`ORDER BY accepted_at DESC`;

function numbersAre({ amount, lastFour, currency }: Omit<Reading, "text">): Statement {
  const conditions = [
    // The amount of a micro-charge is a secret between the customer and the bank, so no search may confirm it.
    amount !== undefined && sql`purpose <> 'card_create' AND (total = ${amount} OR total + customer_fee = ${amount})`,
    lastFour !== undefined && sql`card IS NOT NULL AND right(card, 4) = ${lastFour}`,
    currency !== undefined && sql`currency = ${currency}`,
  ];
  return joinSql([sql`true`, ...conditions.filter((condition) => condition !== false)], " AND ");
}

/**
 * Finds payments by reference or payment id, or by the beginning of the order id or of the customer's email, name or
 * last name.
 */
function textConditions(text: string, isSame: Statement): Condition[] {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  const starting = (column: Statement, start: string, condition = sql`true`) =>
    sql`${condition} AND ${isSame} AND ${beginsWith(column, start)} ORDER BY ${column} DESC`;
  const conditions = [
    sql`${isSame} AND transaction_id = ANY (${[upper, `SB-${upper}`]}::text[])`,
    sql`${isSame} AND reference = ${upper}`,
    starting(sql`order_id`, text),
    ...(upper === text ? [] : [starting(sql`order_id`, upper)]),
    starting(sql`email`, lower),
    starting(fullName, lower, sql`status IS NOT NULL AND first_name IS NOT NULL`),
    starting(lastName, lower, sql`status IS NOT NULL AND last_name IS NOT NULL`),
    sql`${isSame} AND status IS NULL AND accepted_at > ${later(-day)}
      AND (${beginsWith(fullName, lower)} OR ${beginsWith(lastName, lower)})`,
  ];
  return conditions.map((where) => ({ where }));
}
