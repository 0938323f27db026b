import pg from "pg";
import { remembering } from "@/lib/kit/remembering";
import { type CompiledText, compile, type Statement } from "./sql";

/** How SQL statements are sent and how their rows are parsed, both inside and outside a transaction. */

/** The lowest type id (OID) that PostgreSQL assigns to user-defined types. Ours are enums and arrays of enums. */
const firstOwnType = 16_384;
const [bytea, int8, textArray, int8Array] = [17, 20, 1009, 1016];

const parseBytes: (text: string) => Buffer = pg.types.getTypeParser(bytea);
const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray);

/**
 * Parses some types differently from pg's defaults: int8 as bigint, bytea as Uint8Array like Prisma, and arrays of
 * enums as arrays.
 */
function parserOf(type: number): (text: string) => unknown {
  if (type === int8) return BigInt;
  if (type === bytea) return (text) => new Uint8Array(parseBytes(text));
  if (type === int8Array) return (text) => parseTextArray(text).map((item) => item && BigInt(item));
  // A value that begins with a brace is an array, because no label of our enums begins with a brace.
  if (type >= firstOwnType) return (text) => (text.startsWith("{") ? parseTextArray(text) : text);
  return pg.types.getTypeParser(type);
}

const getTypeParser = remembering(parserOf);

type Execution = { timeoutMs: number; keepsPlan: boolean };

/** The part of a query's configuration that does not depend on its values. */
type Plan = {
  name: string | undefined;
  text: string;
  rowMode: "array";
  types: { getTypeParser: typeof getTypeParser };
  query_timeout: number;
};

/** Plans by statement and time limit. Both are constants in the code. */
const plans = new WeakMap<CompiledText, Map<number, Plan>>();

function planOf(compiled: CompiledText, { timeoutMs, keepsPlan }: Execution): Plan {
  const key = keepsPlan ? timeoutMs : -1 - timeoutMs;
  const known = plans.get(compiled)?.get(key);
  if (known) return known;
  const { name, text } = compiled;
  const plan: Plan = {
    name: keepsPlan ? name : undefined,
    text,
    rowMode: "array",
    types: { getTypeParser },
    query_timeout: timeoutMs,
  };
  plans.set(compiled, (plans.get(compiled) ?? new Map<number, Plan>()).set(key, plan));
  return plan;
}

/** The plan is the prototype of the configuration, because pg copies every own property slowly, one by one. */
export function toQueryConfig(statement: Statement, execution: Execution): Plan & { values: unknown[] } {
  const { compiled, values } = compile(statement);
  return Object.assign(Object.create(planOf(compiled, execution)), { values });
}

/** Converts a column name to camelCase, such as `account_number` to `accountNumber`. */
const keyOf = remembering((column) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

export function toRows<Row extends object>({ fields, rows }: pg.QueryArrayResult<unknown[]>): Row[] {
  const columns = fields.map(({ name }) => keyOf(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) row[column] = values[index];
    return row as Row;
  });
}
