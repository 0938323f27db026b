import pg from "pg";
import { Prisma } from "./generated/client";

/** Values that a statement accepts as parameters. `undefined` is sent as NULL. */
type Scalar = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
type Value = Scalar | readonly Scalar[] | Prisma.Sql;

export type Statement = Prisma.Sql;

/**
 * A SQL statement or a part of one. Each `${value}` becomes a parameter, and a nested `sql` becomes part of the text.
 */
export const sql = (strings: TemplateStringsArray, ...values: readonly Value[]): Statement =>
  Prisma.sql(strings, ...values);

export const joinSql = (parts: readonly Value[], separator = ", "): Statement => Prisma.join([...parts], separator);

/**
 * Inserts a constant into the SQL text instead of a parameter, because only then a partial index on it matches in every
 * plan.
 */
export const literal = (constant: string | number): Statement =>
  Prisma.raw(typeof constant === "number" ? String(constant) : pg.escapeLiteral(constant));

/** Inserts text that our code composes at run time, such as a column name. The text must never come from a request. */
export const rawSql = (text: string): Statement => Prisma.raw(text);

const columnOf = (key: string): Statement => rawSql(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** A list of columns of a table, with keys in camelCase. */
export const columnsOf = (alias: string, keys: readonly string[]): Statement =>
  joinSql(keys.map((key) => sql`${rawSql(alias)}.${columnOf(key)}`));

const given = (row: Readonly<Record<string, Scalar>>) => Object.entries(row).filter(([, value]) => value !== undefined);

/** `column = value, …` for the SET of an UPDATE. Keys are in camelCase. Keys that are undefined are left out. */
export const assignments = (row: Readonly<Record<string, Scalar>>): Statement =>
  joinSql(given(row).map(([key, value]) => sql`${columnOf(key)} = ${value}`));

/** `(column, …) VALUES (value, …)` for an INSERT. Keys are in camelCase. Keys that are undefined are left out. */
export function insertion(row: Readonly<Record<string, Scalar>>): Statement {
  const entries = given(row);
  const columns = joinSql(entries.map(([key]) => columnOf(key)));
  return sql`(${columns}) VALUES (${joinSql(entries.map(([, value]) => value))})`;
}

/**
 * Joins several writes to one statement, which costs one round trip. Each write is the part of a WITH clause:
 * `name AS (INSERT …)`. All parts see the tables as they were before the statement.
 */
export const writeTogether = (parts: readonly Statement[]): Statement => sql`WITH ${joinSql(parts)} SELECT`;
