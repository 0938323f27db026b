import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/**
 * Searches everything that the product stored or logged for card data. Any eight consecutive digits of a card
 * number count, however they are grouped, because only the last four may be kept. A security code is too short to
 * be distinguished from other digits, so the search looks for it as a whole value or a separate word.
 */
export type Place = { where: string; value: unknown };

const traceLength = 8;
const bytesPattern = /^\\x([0-9a-f]*)$/;
const momentPattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;
/** Counters and durations: sooner or later they equal any small number. */
const counters = /\.(id|hits|ms|responseTime|attempts|key|priority|max_attempts|revision|pid|sequence|tries|\w+_ms)$/;

/** Encrypted or digested values: their bytes may be digits by chance. */
const sealed = /\.(sealed_\w+|wrapped_key|\w*fingerprint|(\w+_)?digests?)$/;
/** Ids and the made-up addresses of test clients: random digits that sometimes equal those of a card. */
const drawn = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b10(\.\d{1,3}){3}\b/g;

/** Every value of every row of every table; bytes are read as Latin-1 text. */
export async function dumpDatabase(url: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const places: Place[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM ${name} t`);
    for (const { row } of rows) places.push(...leavesOf(row, name));
  }
  await client.end();
  return places;
}

/** Every line of every log; JSON lines are split into their values. */
export function readLogs(folder: string): Place[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .flatMap((line) => placesIn(line, file)),
  );
}

/** The values of a text, if it is JSON, or else the text itself. */
export const placesIn = (text: string, where: string): Place[] => leavesOf(parseOr(text), where);

function parseOr(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function leavesOf(value: unknown, where: string): Place[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, where));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => [
      { where: `${where} (name)`, value: name },
      ...leavesOf(item, `${where}.${name}`),
    ]);
  }
  const bytes = typeof value === "string" ? bytesPattern.exec(value)?.[1] : undefined;
  return [{ where, value: bytes === undefined ? value : Buffer.from(bytes, "hex").toString("latin1") }];
}

/** Every run of eight digits in a text, after joining groups. */
function* digitRunsIn(text: string): Generator<string> {
  const joined = text.replace(drawn, "").replace(/(?<=\d)[ .\-_/+]{1,3}(?=\d)/g, "");
  for (const [run] of joined.matchAll(/\d{8,}/g)) {
    for (let start = 0; start + traceLength <= run.length; start++) yield run.slice(start, start + traceLength);
  }
}

export const runsIn = (places: readonly Place[]): Set<string> =>
  new Set(places.flatMap(({ value }) => [...digitRunsIn(String(value))]));

/** The places that contain a part of these numbers. */
export function findNumbers(places: readonly Place[], numbers: readonly string[]): string[] {
  const traces = new Set(numbers.flatMap((number) => [...digitRunsIn(number)]));
  return places
    .filter(({ value }) => [...digitRunsIn(String(value))].some((run) => traces.has(run)))
    .map(({ where, value }) => `${where}: ${value}`);
}

/** The places whose value is one of these codes, or contains one as a separate word. */
export function findCodes(places: readonly Place[], codes: readonly string[]): string[] {
  const known = new Set(codes);
  return places
    .filter(({ where, value }) => !counters.test(where) && !sealed.test(where) && !momentPattern.test(String(value)))
    .filter(({ value }) => wordsIn(String(value)).some((word) => known.has(word)))
    .map(({ where, value }) => `${where}: ${value}`);
}

const wordsIn = (text: string): string[] => text.replace(drawn, "").match(/(?<![\w.])\d{3,4}(?![\w.])/g) ?? [];

/**
 * Draws security codes that occur nowhere yet, so that every later occurrence is a leak. Values that occur for other
 * reasons are never drawn: micro-charges in cents, HTTP statuses, font weights in mails, and years.
 */
export function unusedCodes(before: readonly Place[]): (length: 3 | 4) => string {
  const all = {
    3: numbersBetween(601, 999).filter((code) => !code.endsWith("00")),
    4: numbersBetween(3000, 9999),
  };
  const used = new Set(
    findCodes(before, [...all[3], ...all[4]]).flatMap(
      (line) => line.slice(line.indexOf(": ") + 2).match(/\d{3,4}/g) ?? [],
    ),
  );
  const free = { 3: all[3].filter((code) => !used.has(code)), 4: all[4].filter((code) => !used.has(code)) };
  return (length) => free[length].splice(randomInt(free[length].length), 1)[0] ?? "";
}

export const numbersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, turn) => `${first + turn}`);
