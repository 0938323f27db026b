import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { env, extendEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { administer } from "@/tests/support/http/product";
import { db, inTransaction, query } from "./client";
import { connection, disconnect, poolUse } from "./connection";
import { outageOf } from "./outage";
import { findObstacle } from "./readiness";
import { openClient } from "./servers";
import { type Statement, sql } from "./sql";

const role = `short_of_connections_${process.pid}`;
let ownUrl = "";
const alter = (change: string) => administer(ownUrl, `ALTER ROLE ${role} ${change}`);

/** Connects as a role to which the tests give few connections. The other roles are not affected. */
async function connectAs(change: (url: URL) => void): Promise<void> {
  const url = new URL(ownUrl);
  change(url);
  await disconnect();
  extendEnv({ DATABASE_URL: url.href });
}
const asRole = (url: URL) => Object.assign(url, { username: role, password: "p" });

beforeAll(async () => {
  ownUrl = env().DATABASE_URL ?? "";
  await administer(ownUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'p' IN ROLE pg_read_all_data, pg_write_all_data`);
});

afterEach(async () => {
  await disconnect();
  extendEnv({ DATABASE_URL: ownUrl, DATABASE_CONNECT_SECONDS: "" });
  await alter(`CONNECTION LIMIT -1; ALTER ROLE ${role} RESET ALL`);
});

afterAll(() => administer(ownUrl, `DROP ROLE ${role}`));

const reasonOf = (work: Promise<unknown>): Promise<string | null> => work.then(() => "none", outageOf);
const nap = () => query(sql`SELECT pg_sleep(0.01)::text`);

describe("A pool whose server refuses connections", () => {
  it("serves all callers with the connections that it has", async () => {
    await alter("CONNECTION LIMIT 2");
    await connectAs(asRole);
    const naps = Array.from({ length: 50 }, (_, index) => (index % 2 ? nap() : inTransaction(nap)));
    expect(await Promise.all(naps)).toHaveLength(50);
  });

  it("lets callers wait for the first connection, and grows when the server has some again", async () => {
    await alter("CONNECTION LIMIT 0");
    await connectAs(asRole);
    const naps = Promise.all(Array.from({ length: 20 }, nap));
    await administer(ownUrl, "SELECT pg_sleep(0.2)");
    await alter("CONNECTION LIMIT 5");
    expect(await naps).toHaveLength(20);
  });

  it.runIf(inject("isDeep"))("names the cause when the time for a connection is over", async () => {
    await alter("CONNECTION LIMIT 0");
    extendEnv({ DATABASE_CONNECT_SECONDS: "1" });
    await connectAs(asRole);
    const waits = [nap(), inTransaction(nap), db().rateWindow.count()].map(reasonOf);
    expect(new Set(await Promise.all(waits))).toEqual(new Set(["The database has no free connections."]));
  });
});

describe("A pool that has become small", () => {
  /** Holds the only connection that the server gives, until the returned function is called. */
  async function holdOnlyConnection(): Promise<() => Promise<unknown>> {
    await alter("CONNECTION LIMIT 1");
    await connectAs(asRole);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = inTransaction(() => released);
    const waiting = nap();
    // The second caller may be refused before the first has its connection.
    await vi.waitUntil(() => poolUse().max === 1 && poolUse().open === 1, { timeout: 10_000 });
    return () => {
      release();
      return Promise.all([held, waiting]);
    };
  }

  it("names the cause of a later failure, not the earlier refusal", async () => {
    const release = await holdOnlyConnection();
    await release();
    await alter("PASSWORD 'changed'");
    try {
      await administer(ownUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
      await vi.waitUntil(() => connection().pool.totalCount === 0, { timeout: 10_000 });
      expect(await reasonOf(nap())).toBe("The database refuses the credentials or the name in DATABASE_URL.");
    } finally {
      await alter("PASSWORD 'p'");
    }
  });

  it("is ready while its connections are in use", async () => {
    const release = await holdOnlyConnection();
    expect(await findObstacle()).toBe(null);
    await release();
  });

  it("is not ready without any connection", async () => {
    await alter("CONNECTION LIMIT 0");
    await connectAs(asRole);
    const waiting = reasonOf(nap());
    await vi.waitUntil(() => poolUse().max === 0, { timeout: 10_000 });
    expect(await findObstacle()).toBe("The database has no free connections.");
    await alter("CONNECTION LIMIT 5");
    expect(await waiting).toBe("none");
  });
});

it("a process whose connections are all in use is ready, because the database answers", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: env().DATABASE_POOL_SIZE }, () => inTransaction(() => released));
  await vi.waitUntil(() => poolUse().used === env().DATABASE_POOL_SIZE && poolUse().idle === 0, { timeout: 10_000 });
  expect(await Promise.all([findObstacle(), findObstacle()])).toEqual([null, null]);
  release();
  await Promise.all(held);
});

describe("An outage is recognised", () => {
  const write = sql`INSERT INTO rate_window (bucket, hits, resets_at) VALUES ('outage', 1, now())`;
  const viaModel = () => db().rateWindow.create({ data: { bucket: "outage", hits: 1, resetsAt: new Date() } });

  it("on a database that is read-only, by statements, models and the readiness check", async () => {
    await alter("SET default_transaction_read_only = on");
    await connectAs(asRole);
    const readOnly = "The database is read-only.";
    expect(await reasonOf(query(write))).toBe(readOnly);
    expect(await reasonOf(viaModel())).toBe(readOnly);
    expect(await reasonOf(inTransaction(viaModel))).toBe(readOnly);
    expect(await findObstacle()).toBe(readOnly);
  });

  it("on a database that is down, refuses the password or does not exist", async () => {
    const reasons = async () => [
      await reasonOf(query(write)),
      await reasonOf(viaModel()),
      await reasonOf(inTransaction(nap)),
      await findObstacle(),
    ];
    const same = (reason: string) => [reason, reason, reason, reason];
    await connectAs((url) => Object.assign(url, { port: "1" }));
    expect(await reasons()).toEqual(same("The database is unreachable."));
    await connectAs((url) => url.searchParams.set("host", "/no/socket"));
    expect(await reasons()).toEqual(same("The database is unreachable."));
    const wrong = same("The database refuses the credentials or the name in DATABASE_URL.");
    await connectAs((url) => Object.assign(url, { password: "wrong" }));
    expect(await reasons()).toEqual(wrong);
    await connectAs((url) => Object.assign(url, { password: "" }));
    expect(await reasons()).toEqual(wrong);
    await connectAs((url) => Object.assign(url, { pathname: "/nothing" }));
    expect(await reasons()).toEqual(wrong);
  });

  it("on a server that answers the request for TLS with an error", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.write("E")));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await connectAs((url) => Object.assign(url, { port: String(port), search: "?sslmode=no-verify" }));
    expect(await reasonOf(query(write))).toBe("The connection to the database failed.");
    expect(await reasonOf(viaModel())).not.toBe(null);
    server.close();
  });

  it("by the readiness check, if the role may not read the migrations, and the log has the cause", async () => {
    await administer(ownUrl, `CREATE ROLE ${role}_bare LOGIN PASSWORD 'p'`);
    const logged = vi.spyOn(log, "error").mockReturnValue();
    await connectAs((url) => Object.assign(url, { username: `${role}_bare`, password: "p" }));
    const reason = "The database refuses the readiness check.";
    expect(await findObstacle()).toBe(reason);
    expect(logged).toHaveBeenCalledWith({ err: expect.objectContaining({ code: "42501" }) }, reason);
    logged.mockRestore();
    await disconnect();
    await administer(ownUrl, `DROP ROLE ${role}_bare`);
  });

  it("by the readiness check, if the database answers reads but cannot run our functions", async () => {
    await administer(ownUrl, "REVOKE EXECUTE ON FUNCTION runs_functions() FROM PUBLIC");
    await connectAs(asRole);
    expect(await query(sql`SELECT count(*) FROM rate_window`)).toHaveLength(1);
    expect(await findObstacle()).toBe("The database refuses the readiness check.");
    await administer(ownUrl, "ALTER FUNCTION runs_functions() RENAME TO lost");
    expect(await findObstacle()).toMatch(/^The database has no current schema\./);
    await administer(ownUrl, "ALTER FUNCTION lost() RENAME TO runs_functions");
    await administer(ownUrl, "GRANT EXECUTE ON FUNCTION runs_functions() TO PUBLIC");
    expect(await findObstacle()).toBe(null);
    expect(await reasonOf(administer(ownUrl, "LOAD 'lost'"))).toBe(
      "The database lacks files of its program. Restart it.",
    );
  });

  it("if the connection is lost in the middle of a transaction, and the next transaction works", async () => {
    const lost = inTransaction(async () => {
      const [own] = await query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await administer(ownUrl, `SELECT pg_terminate_backend(${own?.pid})`);
      await viaModel();
    });
    expect(await reasonOf(lost)).toMatch(/^The (connection to the database was lost|database is starting up)/);
    expect(await inTransaction(nap)).toHaveLength(1);
  });

  it("if a statement or a lock takes too long", async () => {
    const limited = (setting: string, statement: Statement) =>
      inTransaction(async () => {
        await query(sql`SELECT set_config(${setting}, '10', true)`);
        await query(statement);
      });
    const late = "The database did not answer in time.";
    expect(await reasonOf(limited("statement_timeout", sql`SELECT pg_sleep(5)::text`))).toBe(late);
    const holder = await openClient(ownUrl);
    await holder.query("BEGIN; LOCK TABLE rate_window");
    expect(await reasonOf(limited("lock_timeout", write))).toBe(late);
    await holder.end();
  });
});

it("does not report an SQL error as an outage", async () => {
  expect(await reasonOf(query(sql`SELECT 1 / 0`))).toBe(null);
  expect(await reasonOf(query(sql`SELECT FROM nothing`))).toBe(null);
});

describe("DATABASE_URL with several servers", () => {
  const withServers = (hosts: (real: string) => string, query = "") => {
    const { host } = new URL(ownUrl);
    return `${ownUrl.replace(host, hosts(host))}${query}`;
  };

  it("uses the first server that works, in the pool and outside of it", async () => {
    const url = withServers((real) => `127.0.0.1:1,[::1]:1,${real}`, "?target_session_attrs=read-write");
    await disconnect();
    extendEnv({ DATABASE_URL: url });
    expect(await Promise.all(Array.from({ length: 20 }, nap))).toHaveLength(20);
    const client = await openClient(url);
    await client.end();
  });

  it("uses no server if all are read-only or down", async () => {
    await alter("SET default_transaction_read_only = on");
    const url = new URL(ownUrl);
    asRole(url);
    const list = url.href.replace(url.host, `127.0.0.1:1,${url.host}`);
    expect(await reasonOf(openClient(list))).toBe("The database is read-only.");
    expect(await reasonOf(openClient(`${url.href}?target_session_attrs=read-write`))).toBe(
      "The database is read-only.",
    );
  });
});

it("a lost idle connection is reported, but not after the pool has ended, because the database may stop then", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const lost = Object.assign(new Error("terminating connection"), { code: "57P01" });
  await nap();
  const { pool } = connection();
  pool.emit("error", lost);
  expect(logged).toHaveBeenCalledOnce();
  await disconnect();
  pool.emit("error", Object.assign(new Error("read-only"), { code: "25006" }));
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
