import pg from "pg";
import { Prisma } from "./generated/client";

/** `undefined` is written as NULL, too. */
type Scalar = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
type Value = Scalar | readonly Scalar[] | Prisma.Sql;

export type Statement = Prisma.Sql;

/** A statement, or a part of one. Each `${value}` becomes a parameter; a nested `sql` becomes part of the text. */
export const sql = (strings: TemplateStringsArray, ...values: readonly Value[]): Statement =>
  Prisma.sql(strings, ...values);

export const joinSql = (parts: readonly Value[], separator = ", "): Statement => Prisma.join([...parts], separator);

/** A constant of ours as part of the text, because only then a partial index matches it in every plan. */
export const literal = (constant: string | number): Statement =>
  Prisma.raw(typeof constant === "number" ? String(constant) : pg.escapeLiteral(constant));

/** Text that our code composes at run time, such as the name of a column. It must never come from a request. */
export const rawSql = (text: string): Statement => Prisma.raw(text);
