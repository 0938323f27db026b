import { createHash } from "node:crypto";
import pg from "pg";
import type { Statement } from "./sql";

/** How a statement is sent and how its rows are read: the same inside and outside a transaction. */

/** The lowest id that PostgreSQL gives to a type of our own: an enum, or an array of one. */
const firstOwnType = 16_384;
const [bytea, int8, textArray, int8Array] = [17, 20, 1009, 1016];

const parseBytes: (text: string) => Buffer = pg.types.getTypeParser(bytea);
const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray);

/** Unlike pg by default: int8 as bigint, bytea as Uint8Array as Prisma has it, arrays of enums as arrays. */
function parserOf(type: number): (text: string) => unknown {
  if (type === int8) return BigInt;
  if (type === bytea) return (text) => new Uint8Array(parseBytes(text));
  if (type === int8Array) return (text) => parseTextArray(text).map((item) => item && BigInt(item));
  // No label of an enum begins with a brace.
  if (type >= firstOwnType) return (text) => (text.startsWith("{") ? parseTextArray(text) : text);
  return pg.types.getTypeParser(type);
}

const parsers = new Map<number, (text: string) => unknown>();

function getTypeParser(type: number) {
  const known = parsers.get(type);
  if (known) return known;
  const parser = parserOf(type);
  parsers.set(type, parser);
  return parser;
}

/** Names under which connections keep the plans of statements. Texts are constants of the code, so they are few. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return name;
}

type Execution = { timeoutMs: number; keepsPlan: boolean };

export function toQueryConfig(statement: Statement, { timeoutMs, keepsPlan }: Execution) {
  const { text, values } = statement;
  return {
    name: keepsPlan ? nameOf(text) : undefined,
    text,
    values,
    rowMode: "array" as const,
    types: { getTypeParser },
    query_timeout: timeoutMs,
  };
}

const keys = new Map<string, string>();

/** `account_number` as `accountNumber`. */
function keyOf(column: string): string {
  const known = keys.get(column);
  if (known !== undefined) return known;
  const key = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  keys.set(column, key);
  return key;
}

export function toRows<Row extends object>({ fields, rows }: pg.QueryArrayResult<unknown[]>): Row[] {
  const columns = fields.map(({ name }) => keyOf(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) row[column] = values[index];
    return row as Row;
  });
}
