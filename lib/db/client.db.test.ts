import { afterEach, describe, expect, inject, it } from "vitest";
import { extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { db, inSavepoint, inTransaction, isRefusedData, isUniqueViolation, query, slowQuery } from "./client";
import { connection, disconnect } from "./connection";
import { ambient } from "./prisma";
import { compile, joinSql, literal, rawSql, type Statement, sql } from "./sql";

/** Inserts into a table that no other test reads as a whole, so the rows disturb no other test. */
const insert = (bucket: string) => sql`
  INSERT INTO rate_window (bucket, hits, resets_at) VALUES (${bucket}, 1, ${new Date("2100-01-01T00:00:00Z")})`;

describe("The rows of a statement", () => {
  const everyType = sql`
    SELECT 9007199254740993::bigint AS some_int8, ARRAY[1, NULL, 9007199254740993]::bigint[] AS some_int8s, 7 AS int4,
      7::smallint AS int2, 12.50::numeric AS some_numeric, 1.5::float8 AS some_float8, true AS is_flag, NULL::text AS missing,
      'a_b' AS some_text, ARRAY['a', '{b}', NULL] AS some_texts, '{"a_b": [1, null]}'::jsonb AS some_jsonb,
      '{"a_b": 1}'::json AS some_json, '\\x0001ff'::bytea AS some_bytes, ARRAY['\\x01'::bytea] AS many_bytes,
      '2026-01-31T12:34:56.789Z'::timestamptz AS some_moment, ARRAY['2026-01-31T00:00:00Z'::timestamptz] AS some_moments,
      '0b5ff4a2-3f8e-4c0f-9d5c-6a3e0b1c2d3e'::uuid AS some_uuid, 'live'::environment AS some_enum,
      ARRAY['TT', 'JM']::platform[] AS some_enums, ARRAY[]::platform[] AS no_enums, 1 AS address1, 2 AS line_2`;

  const row = {
    someInt8: 9007199254740993n,
    someInt8s: [1n, null, 9007199254740993n],
    int4: 7,
    int2: 7,
    someNumeric: "12.50",
    someFloat8: 1.5,
    isFlag: true,
    missing: null,
    someText: "a_b",
    someTexts: ["a", "{b}", null],
    someJsonb: { a_b: [1, null] },
    someJson: { a_b: 1 },
    someBytes: new Uint8Array([0, 1, 255]),
    manyBytes: [Buffer.from([1])],
    someMoment: new Date("2026-01-31T12:34:56.789Z"),
    someMoments: [new Date("2026-01-31T00:00:00Z")],
    someUuid: "0b5ff4a2-3f8e-4c0f-9d5c-6a3e0b1c2d3e",
    someEnum: "live",
    someEnums: ["TT", "JM"],
    noEnums: [],
    address1: 1,
    line2: 2,
  };

  it.each<[string, (statement: Statement) => Promise<object[]>]>([
    ["outside a transaction", query],
    ["inside a transaction", (statement) => inTransaction(() => query(statement))],
    ["of a slow query", slowQuery],
  ])("have the same shape for every type %s", async (_, run) => {
    expect(await run(everyType)).toStrictEqual([row]);
  });

  it("hold the values that were sent as parameters, inside and outside a transaction", async () => {
    const moment = new Date("2026-07-31T12:34:56.789Z");
    const statement = sql`
      SELECT ${9007199254740993n}::bigint AS int8, ${moment}::timestamptz AS at, ${[moment]}::timestamptz[] AS moments,
        ${new Uint8Array([0, 255])}::bytea AS bytes, ${[new Uint8Array([7])]}::bytea[] = ARRAY['\\x07'::bytea] AS is_list,
        ${["a,b", '"', null]}::text[] AS texts, ${false}::boolean AS flag, ${undefined}::text AS missing,
        ${JSON.stringify({ a: [1] })}::jsonb AS json`;
    const sent = {
      int8: 9007199254740993n,
      at: moment,
      moments: [moment],
      bytes: new Uint8Array([0, 255]),
      isList: true,
      texts: ["a,b", '"', null],
      flag: false,
      missing: null,
      json: { a: [1] },
    };
    expect(await query(statement)).toStrictEqual([sent]);
    expect(await inTransaction(() => query(statement))).toStrictEqual([sent]);
  });
});

describe("A statement", () => {
  it("is composed of fragments, and only values become parameters", async () => {
    const conditions = [sql`n > ${1}::int`, sql`n < ${literal(4)}`, sql`${literal("it's")} <> ''`];
    const statement = sql`SELECT ${rawSql("n")} FROM unnest(${[1, 2, 3, 4]}::int[]) AS n WHERE ${joinSql(conditions, " AND ")}`;
    expect(compile(statement).values).toEqual([[1, 2, 3, 4], 1]);
    expect(await query(statement)).toEqual([{ n: 2 }, { n: 3 }]);
  });

  it("keeps a plan of its own for each text, however similar the texts are", async () => {
    const plus = (fragment: Statement) => query(sql`SELECT 1 + ${fragment} AS sum`);
    const sums = [await plus(sql`${2}::int`), await plus(sql`${3}::int`), await plus(sql`4`), await plus(sql`5`)];
    expect(sums.flat()).toEqual([{ sum: 3 }, { sum: 4 }, { sum: 5 }, { sum: 6 }]);
  });

  it("sees what the transaction wrote through the models, and the other way round", async () => {
    const bucket = newUlid();
    const find = () => query(sql`SELECT hits FROM rate_window WHERE bucket = ${bucket}`);
    const undo = new Error("undo");
    const work = inTransaction(async () => {
      await query(insert(bucket));
      await db().rateWindow.update({ where: { bucket }, data: { hits: 2 } });
      expect(await find()).toEqual([{ hits: 2 }]);
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    expect(await find()).toEqual([]);
  });

  it("is refused once its transaction is over, instead of running on a connection of others", async () => {
    let late: Promise<unknown> = Promise.resolve();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await inTransaction(async () => {
      late = finished.then(() => query(sql`SELECT 1`));
      // The test checks the rejection later. This handler keeps Node.js from reporting it as unhandled.
      late.catch(() => {});
    });
    finish();
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is refused while its transaction is being rolled back, instead of being committed alone", async () => {
    const bucket = newUlid();
    const undo = new Error("undo");
    let late: Promise<unknown> = Promise.resolve();
    const work = inTransaction(async () => {
      // The rollback is queued behind `pg_sleep`. The insert is issued as soon as `pg_sleep` ends.
      late = query(sql`SELECT pg_sleep(0.1)::text`).then(() => query(insert(bucket)));
      // The test checks the rejection later. This handler keeps Node.js from reporting it as unhandled.
      late.catch(() => {});
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
    expect(await query(sql`SELECT FROM rate_window WHERE bucket = ${bucket}`)).toEqual([]);
  });
});

describe("A transaction", () => {
  it("fails if one of its statements failed, although the work ignored the failure", async () => {
    const bucket = newUlid();
    const work = inTransaction(async () => {
      await query(insert(bucket));
      await query(sql`SELECT 1 / 0`).catch(() => {});
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await query(sql`SELECT FROM rate_window WHERE bucket = ${bucket}`)).toEqual([]);
  });

  it("refuses queries through the models once it is over, also if they were the first", async () => {
    let late: Promise<unknown> = Promise.resolve();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await inTransaction(async () => {
      late = finished.then(() => db().rateWindow.count());
      // The test checks the rejection later. This handler keeps Node.js from reporting it as unhandled.
      late.catch(() => {});
    });
    finish();
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("A slow query", () => {
  afterEach(disconnect);

  it("has no time limit, although the pool has one", async () => {
    await disconnect();
    Object.assign(connection().pool.options, { query_timeout: 1_000 });
    await expect(connection().pool.query("SELECT pg_sleep(1.2)")).rejects.toThrow("Query read timeout");
    expect(await slowQuery(sql`SELECT pg_sleep(1.2)::text AS slept`)).toEqual([{ slept: "" }]);
  });
});

describe("A transaction that takes too long", () => {
  afterEach(async () => {
    await disconnect();
    extendEnv({ DATABASE_TRANSACTION_SECONDS: "" });
  });

  it.runIf(inject("isDeep"))("is rolled back, and Prisma's side of it ends, too", async () => {
    await disconnect();
    extendEnv({ DATABASE_TRANSACTION_SECONDS: "10" });
    const bucket = newUlid();
    let done: Promise<void> | undefined;
    const work = inTransaction(async () => {
      done = ambient.getStore()?.done;
      await db().rateWindow.create({ data: { bucket, hits: 1, resetsAt: new Date() } });
      await new Promise((resume) => setTimeout(resume, 11_000));
      await query(sql`SELECT 1`);
    });
    await expect(work).rejects.toMatchObject({ code: "25P04" });
    await done;
    expect(await query(sql`SELECT FROM rate_window WHERE bucket = ${bucket}`)).toEqual([]);
  });
});

describe("A statement without a plan of its own", () => {
  afterEach(() => extendEnv({ PREPARED_STATEMENTS: "true" }));

  it("leaves no prepared statement on the connection, so that poolers can share connections", async () => {
    extendEnv({ PREPARED_STATEMENTS: "false" });
    await inTransaction(async () => {
      expect(await query(sql`SELECT ${1}::int AS unprepared`)).toEqual([{ unprepared: 1 }]);
      const prepared = sql`SELECT name FROM pg_prepared_statements WHERE statement LIKE '%unprepared%'`;
      expect(await query(prepared)).toEqual([]);
    });
  });
});

describe("A refused statement", () => {
  const [refused, taken] = [sql`SELECT ${"x"}::int`, newUlid()];
  const fail = (work: () => Promise<unknown>) =>
    work().then(
      () => new Error("It was not refused."),
      (error: unknown) => error,
    );

  it("is recognised by its error, inside and outside a transaction", async () => {
    await query(insert(taken));
    for (const run of [query, (statement: Statement) => inTransaction(() => query(statement))]) {
      const [data, key] = [await fail(() => run(refused)), await fail(() => run(insert(taken)))];
      expect([isRefusedData(data), isUniqueViolation(data)]).toEqual([true, false]);
      expect([isRefusedData(key), isUniqueViolation(key)]).toEqual([true, true]);
    }
    await query(sql`DELETE FROM rate_window WHERE bucket = ${taken}`);
  });

  it("leaves the transaction usable if it ran in a savepoint", async () => {
    const kept = await inTransaction(async () => {
      const error = await fail(() => inSavepoint(() => query(refused)));
      return [isRefusedData(error), await query(sql`SELECT 1 AS one`)];
    });
    expect(kept).toEqual([true, [{ one: 1 }]]);
  });
});
