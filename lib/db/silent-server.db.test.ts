import { type AddressInfo, connect, createServer, type Server, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { env, extendEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { query } from "./client";
import { connection, disconnect, poolUse } from "./connection";
import { findObstacle } from "./readiness";
import { openClient } from "./servers";
import { sql } from "./sql";

/** A relay to the database. It can fall silent as a machine without power does: its connections stay open. */
let relay: Server;
let sockets: Socket[];
let isSilent: boolean;
let ownUrl: string;
let relayUrl: string;

const silenceOpenConnections = () => {
  for (const socket of sockets) socket.unpipe().pause();
};

beforeEach(async () => {
  ownUrl = env().DATABASE_URL ?? "";
  [sockets, isSilent] = [[], false];
  const { hostname, port } = new URL(ownUrl);
  relay = createServer((client) => {
    sockets.push(client.on("error", () => {}));
    if (isSilent) return;
    const server = connect(Number(port), hostname).on("error", () => {});
    sockets.push(server);
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((done) => relay.listen(0, "127.0.0.1", done));
  const url = new URL(ownUrl);
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  relayUrl = url.href;
  await disconnect();
  vi.spyOn(log, "error").mockReturnValue();
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  relay.close();
  await disconnect();
  extendEnv({ DATABASE_URL: ownUrl, DATABASE_CONNECT_SECONDS: "" });
  vi.restoreAllMocks();
});

const nap = () => query(sql`SELECT pg_sleep(0.05)::text`);

describe("If the server falls silent", () => {
  it("one statement without an answer closes all idle connections, and the next one opens a new connection", async () => {
    extendEnv({ DATABASE_URL: relayUrl });
    await Promise.all([nap(), nap(), nap()]);
    expect(poolUse().idle).toBe(3);
    silenceOpenConnections();
    await expect(query(sql`SELECT 1`, 100)).rejects.toThrow("Query read timeout");
    await vi.waitUntil(() => poolUse().idle === 0, { timeout: 1_000 });
    expect(await query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it("but a slow statement closes no other connection, if others are answered meanwhile", async () => {
    extendEnv({ DATABASE_URL: relayUrl });
    await Promise.all([nap(), nap(), nap()]);
    const slow = query(sql`SELECT pg_sleep(5)::text`, 300);
    await nap();
    await expect(slow).rejects.toThrow("Query read timeout");
    expect(poolUse().idle).toBe(2);
  });

  it("the next server of the list gets its share of the time for a connection", async () => {
    isSilent = true;
    const { host } = new URL(ownUrl);
    const { host: silentHost } = new URL(relayUrl);
    const list = ownUrl.replace(host, `${silentHost},${host}`);
    extendEnv({ DATABASE_URL: list, DATABASE_CONNECT_SECONDS: "2" });
    expect(await nap()).toHaveLength(1);
    const client = await openClient(list, { connectionTimeoutMillis: 2_000 });
    await client.end();
  });

  it.runIf(inject("isDeep"))("the readiness check says so before a probe gives up", async () => {
    isSilent = true;
    extendEnv({ DATABASE_URL: relayUrl });
    const startedAt = performance.now();
    expect(await findObstacle()).toBe("The database did not answer in time.");
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

it("connections inside and outside of the pool send keep-alive probes", async () => {
  const keepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
  await connection().pool.query("SELECT 1");
  const client = await openClient(ownUrl);
  await client.end();
  expect(keepAlive.mock.calls).toEqual([
    [true, 30_000],
    [true, 30_000],
  ]);
});
