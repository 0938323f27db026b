import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { onEmptyDatabase } from "@/tests/support/in-process/empty-database";
import { query } from "../client";
import { openClient } from "../servers";
import { sql } from "../sql";
import { migrate } from "./migrate";
import { migrationNames } from "./migrate-files";
import { releaseName, releases } from "./releases";

const migrationOf = (month: string) => ({
  name: `2027${month}01000000_add`,
  sql: `CREATE TABLE t${month} (id int);\n`,
});
const [older, previous, present] = [migrationOf("01"), migrationOf("02"), migrationOf("03")];
const all = [older, previous, present];
const list = [
  { version: "3.0.0", newest: older.name },
  { version: "3.1.0", newest: previous.name },
];

/** Runs the work while a process with this name uses the database. A process of an old release has no name. */
async function beside<Result>(url: string, name: string, work: () => Promise<Result>): Promise<Result> {
  const client = await openClient(url, { application_name: name });
  return work().finally(() => client.end());
}

it("processes announce their release to PostgreSQL", async () => {
  expect(await query(sql`SELECT current_setting('application_name') AS name`)).toEqual([{ name: releaseName() }]);
  expect(releaseName()).toMatch(/^tradewind \d+\.\d+\.\d+ \d{14}$/);
});

it("migrations refuse to run while a release before the previous one serves, and name the release that must run first", async () => {
  await onEmptyDatabase("_releases", async (url) => {
    await migrate(url, [older]);
    const upgrade = () => migrate(url, all, { releases: list });
    // The schema proves that a process without a name is older than 3.1.0.
    await expect(beside(url, "", upgrade)).rejects.toThrow(
      `Release 3.1.0 must run first: its newest migration is ${previous.name}.`,
    );
    expect(await migrate(url, [older, previous])).toEqual([previous.name]);
    await expect(beside(url, "tradewind 3.0.0 20270101000000", upgrade)).rejects.toThrow(
      "Release 3.1.0 must run first",
    );
    expect(await migrate(url, all)).toEqual([present.name]);
  });
});

it.each([
  ["no process", "psql"],
  ["the previous release", "tradewind 3.1.0 20270201000000"],
  ["the same release, which waits for its schema", "tradewind 3.2.0 20270301000000"],
])("migrations run beside %s", async (_processes, name) => {
  await onEmptyDatabase("_releases", async (url) => {
    await migrate(url, name === "psql" ? [older] : [older, previous]);
    expect(await beside(url, name, () => migrate(url, all, { releases: list }))).toContain(present.name);
  });
});

it("with «--anyway» migrations run beside every release", async () => {
  await onEmptyDatabase("_releases", async (url) => {
    await migrate(url, [older]);
    expect(await beside(url, "", () => migrate(url, all))).toHaveLength(2);
  });
});

it("the list of releases ends with the version of the sources, and names a migration of each", () => {
  expect(releases.at(-1)?.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  const newest = releases.map((release) => release.newest);
  expect(newest).toEqual([...newest].sort());
  expect(migrationNames()).toEqual(expect.arrayContaining(newest));
});
