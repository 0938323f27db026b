import { createHash } from "node:crypto";
import pg from "pg";
import { remembering } from "@/lib/kit/remembering";

/** Values that a statement accepts as parameters. `undefined` is sent as NULL. */
type Scalar = string | number | bigint | boolean | Date | Uint8Array | null | undefined;
type Value = Scalar | readonly Scalar[];
type Part = Value | Statement;

/** A SQL statement or a part of one: texts with a value or another statement between each two of them. */
export class Statement {
  constructor(
    readonly texts: readonly string[],
    readonly parts: readonly Part[],
    /** Equal for statements with equal texts. */
    readonly key: object | string = texts,
  ) {}
}

/** Each `${value}` becomes a parameter, and a nested `sql` becomes part of the text. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly Part[]): Statement => new Statement(texts, parts);

export function joinSql(parts: readonly Part[], separator = ", "): Statement {
  const texts = ["", ...parts.slice(1).map(() => separator), ""];
  return new Statement(texts, parts, JSON.stringify(texts));
}

/**
 * Inserts a constant into the SQL text instead of a parameter, because only then a partial index on it matches in every
 * plan.
 */
export const literal = (constant: string | number): Statement =>
  rawSql(typeof constant === "number" ? String(constant) : pg.escapeLiteral(constant));

/** Inserts text that our code composes at run time, such as a column name. The text must never come from a request. */
export const rawSql = (text: string): Statement => new Statement([text], [], text);

/**
 * `ANY (…)` of a list whose length PostgreSQL does not see. Otherwise it finds a plan for each length cheaper than the
 * kept one, and plans the statement again each time.
 */
export const anyOf = (values: readonly string[]): Statement => sql`ANY (ARRAY (SELECT unnest(${values}::text[])))`;

/** The text of a statement. `name` identifies it: connections keep a prepared plan under this name. */
export type CompiledText = { text: string; name: string };

/**
 * Compiled statements form a tree. Each step is the key of a statement or a parameter, in the order of the text. So the
 * text of a statement is composed and digested only once. The tree stays small, because the texts are constants.
 */
type Node = { parameter?: Node; statements?: Map<object | string, Node>; compiled?: CompiledText };
const root: Node = {};

/** Statements with equal texts get the same object in `compiled`. */
export function compile(statement: Statement): { compiled: CompiledText; values: Value[] } {
  const values: Value[] = [];
  const node = descend(root, statement, values);
  node.compiled ??= compose(statement);
  return { compiled: node.compiled, values };
}

function descend(from: Node, { key, parts }: Statement, values: Value[]): Node {
  from.statements ??= new Map();
  let node = from.statements.get(key);
  if (!node) {
    node = {};
    from.statements.set(key, node);
  }
  for (const part of parts) {
    if (part instanceof Statement) {
      node = descend(node, part, values);
    } else {
      values.push(toParameter(part));
      node.parameter ??= {};
      node = node.parameter;
    }
  }
  return node;
}

/** ISO 8601, because pg would format a date in the local time zone, which takes longer. */
const toParameter = (value: Value): Value =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.map(dateAsText) : value;

const dateAsText = (value: Scalar): Scalar => (value instanceof Date ? value.toISOString() : value);

function compose(statement: Statement): CompiledText {
  let parameters = 0;
  const textOf = ({ texts, parts }: Statement): string =>
    texts.reduce((text, next, index) => {
      const part = parts[index - 1];
      if (part instanceof Statement) return text + textOf(part) + next;
      parameters += 1;
      return `${text}$${parameters}${next}`;
    });
  const text = textOf(statement);
  return { text, name: createHash("sha256").update(text).digest("base64url").slice(0, 22) };
}

const columnOf = remembering((key) => {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name, statement: rawSql(name) };
});

/** A list of columns, with keys in camelCase. */
export const columnsOf = (keys: readonly string[], table?: string): Statement =>
  joinSql(keys.map((key) => rawSql(`${table ? `${table}.` : ""}${columnOf(key).name}`)));

/** The `select` of a Prisma query for a list of columns. */
export const selecting = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;

const given = (row: Readonly<Record<string, Scalar>>) => Object.entries(row).filter(([, value]) => value !== undefined);

/** `column = value, …` for the SET of an UPDATE. Keys are in camelCase. Keys that are undefined are left out. */
export const assignments = (row: Readonly<Record<string, Scalar>>): Statement =>
  joinSql(given(row).map(([key, value]) => sql`${columnOf(key).statement} = ${value}`));

/** `(column, …) VALUES (value, …)` for an INSERT. Keys are in camelCase. Keys that are undefined are left out. */
export function insertion(row: Readonly<Record<string, Scalar>>): Statement {
  const entries = given(row);
  return sql`(${joinSql(entries.map(([key]) => columnOf(key).statement))}) VALUES (${joinSql(entries.map(([, value]) => value))})`;
}

/** A row for a JSON list of rows, with the names of columns as keys. Bigints become text, because JSON has none. */
export function toColumns(row: Readonly<Record<string, Scalar>>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const key in row) {
    const value = row[key];
    if (value !== undefined) named[columnOf(key).name] = typeof value === "bigint" ? String(value) : value;
  }
  return named;
}

/**
 * Joins several writes to one statement, which costs one round trip. Each write is the part of a WITH clause:
 * `name AS (INSERT …)`. All parts see the tables as they were before the statement.
 */
export const writeTogether = (parts: readonly Statement[]): Statement => sql`WITH ${joinSql(parts)} SELECT`;
