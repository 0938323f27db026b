import { query } from "@/lib/db/client";
import { joinSql, literal, type Statement, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { day, later } from "@/lib/kit/clock";

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

/**
 * Finds payments by reference or payment id, or by the beginning of the order id or of the customer's email, name or
 * last name. Each part uses an index of its own. The indexes of names hold only payments with a result, so the name of
 * an open payment is looked up among those of the last day.
 */
export async function findMatches({ accountNumber, environment }: Owner, search: string) {
  const isOwn = sql`account_number = ${accountNumber} AND environment = ${environment}`;
  const [lower, upper] = [search.toLowerCase(), search.toUpperCase()];
  const starting = (column: Statement, start: string, condition = sql`true`) =>
    sql`${condition} AND ${beginsWith(column, start)} ORDER BY ${column} DESC`;
  const conditions = [
    sql`transaction_id = ANY (${[upper, `SB-${upper}`]}::text[])`,
    sql`reference = ${upper}`,
    starting(sql`order_id`, search),
    ...(upper === search ? [] : [starting(sql`order_id`, upper)]),
    starting(sql`email`, lower),
    starting(fullName, lower, sql`status IS NOT NULL AND first_name IS NOT NULL`),
    starting(lastName, lower, sql`status IS NOT NULL AND last_name IS NOT NULL`),
    sql`status IS NULL AND accepted_at > ${later(-day)}
      AND (${beginsWith(fullName, lower)} OR ${beginsWith(lastName, lower)})`,
  ];
  const parts = conditions.map(
    (condition, part) => sql`
      (SELECT id, ${literal(part)} AS part FROM checkout_session WHERE ${isOwn} AND ${condition}
       LIMIT ${literal(searchMatchesMax + 1)})`,
  );
  const found = await query<{ id: string; part: number }>(joinSql(parts, " UNION ALL "));
  const isCut = conditions.some((_, part) => found.filter((one) => one.part === part).length > searchMatchesMax);
  return { ids: [...new Set(found.map(({ id }) => id))], isCut };
}
