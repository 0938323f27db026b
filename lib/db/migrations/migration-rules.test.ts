import { expect, it } from "vitest";
import { readMigrations } from "./migrate-files";
import { problemsOf } from "./migration-rules";

/** The rules apply to migrations after this one. */
const lastBefore = "20261117160000_payment_search";

it("each new migration lets the previous release go on, and locks no large table", () => {
  const found = readMigrations()
    .filter(({ name }) => name > lastBefore)
    .flatMap((migration) => problemsOf(migration).map((problem) => `${migration.name} ${problem}`));
  expect(found).toEqual([]);
});

const problems = (sql: string) => problemsOf({ name: "x", sql });

it.each([
  ['ALTER TABLE "a" DROP COLUMN "b";', "drops what the previous release may use"],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', "renames what the previous release may use"],
  ['ALTER TABLE "a" ADD COLUMN "b" TEXT NOT NULL;', "adds a required column, which the previous release omits"],
  [
    'ALTER TABLE "a" ADD COLUMN "b" DECIMAL(12,2) NOT NULL;',
    "adds a required column, which the previous release omits",
  ],
  ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;', "drops a default, on which the previous release relies"],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', "requires a column, which the previous release may omit"],
  ['ALTER TABLE "a" ALTER COLUMN "b" TYPE bigint;', "changes a type, which rewrites the table under a lock"],
  ['CREATE INDEX "i" ON "a"("b");', "builds an index on a without CONCURRENTLY"],
  [
    'ALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("b") REFERENCES "c"("id") ON DELETE RESTRICT;',
    "adds a constraint that checks all rows of a under a lock",
  ],
  [
    'ALTER TABLE "a" ADD COLUMN "b" TEXT, ADD CONSTRAINT "k" UNIQUE ("b", "c");',
    "adds a constraint that checks all rows of a under a lock",
  ],
  ['ALTER TABLE ONLY "a" ADD CHECK (b IN (1, 2));', "adds a constraint that checks all rows of a under a lock"],
  [
    '-- concurrently\nCREATE INDEX CONCURRENTLY "i" ON "a"("b");\nSELECT 1;',
    "has more than one CREATE INDEX CONCURRENTLY",
  ],
])("refuses %s", (sql, problem) => {
  expect(problems(sql)).toEqual([problem]);
});

it.each([
  ["an optional column", 'ALTER TABLE "a" ADD COLUMN "b" TEXT, ADD COLUMN "c" INT NOT NULL DEFAULT 0;'],
  [
    "a column with a default and a comma in its type",
    'ALTER TABLE "a" ADD COLUMN "b" DECIMAL(12,2) NOT NULL DEFAULT 0;',
  ],
  ["a constraint that is validated later", 'ALTER TABLE "a" ADD CONSTRAINT "k" CHECK (b IN (1, 2)) NOT VALID;'],
  ["a unique constraint on an index that exists", 'ALTER TABLE "a" ADD CONSTRAINT "k" UNIQUE USING INDEX "i";'],
  [
    "a foreign key of a new table",
    'CREATE TABLE "a" ("b" TEXT);\nALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("b") REFERENCES "c"("id");',
  ],
  ["a new table with an index", 'CREATE TABLE "a" ("b" TEXT NOT NULL);\nCREATE INDEX "i" ON "a"("b");'],
  [
    "an index that is built concurrently",
    '-- concurrently\nCREATE INDEX CONCURRENTLY "i" ON "a"("b") WHERE (b > 0);\n',
  ],
  ["a contract that names the release", '-- contract: unused since 2.1.0\nALTER TABLE "a" DROP COLUMN "b";'],
])("accepts %s", (_what, sql) => {
  expect(problems(sql)).toEqual([]);
});
