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
