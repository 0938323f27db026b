import type pg from "pg";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { query } from "./client";
import { toQueryConfig, toRows } from "./rows";
import { openClient } from "./servers";
import { type Statement, sql } from "./sql";

/** One direct connection that receives the notifications of a channel. It reconnects by itself. */
export type Listener = {
  isListening(): boolean;
  /** Runs a statement on the direct connection. Without one, runs it on the pool. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  stop(): Promise<void>;
};

const timeoutMs = 5 * second;
/** How long the notification of the test may take that a new connection must pass. */
const testTimeoutMs = 3 * second;
const retryAfterMaxMs = 30 * second;

/** Calls `onNotice` at each notification, and also when the connection opens, because some may have been missed. */
export function listenTo(channel: string, onNotice: () => void): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryAfterMs = second;
  let isStopped = false;

  const retry = (error: unknown): void => {
    if (isStopped) return;
    // The next attempts fail for the same reason, so only the first one is a warning.
    const level = retryAfterMs === second ? "warn" : "debug";
    log[level]({ err: error, channel }, "notifications do not arrive: due work is looked up every second instead");
    timer = setTimeout(() => (current = connect()), retryAfterMs);
    retryAfterMs = Math.min(2 * retryAfterMs, retryAfterMaxMs);
  };
  const lose = (lost: pg.Client, error: unknown): void => {
    if (client !== lost) return;
    client = undefined;
    void lost.end().catch(() => {});
    onNotice();
    retry(error);
  };
  const connect = async (): Promise<void> => {
    const opened = await open().catch(retry);
    if (!opened) return;
    try {
      opened.on("error", (error) => lose(opened, error));
      opened.on("end", () => lose(opened, new Error("The connection ended.")));
      await testNotifications(opened, channel);
    } catch (error) {
      void opened.end().catch(() => {});
      return retry(error);
    }
    opened.on("notification", onNotice);
    if (isStopped) return opened.end();
    client = opened;
    retryAfterMs = second;
    onNotice();
  };

  let current = connect();
  return {
    isListening: () => client !== undefined,
    async query(statement) {
      const used = client;
      if (!used) return query(statement);
      try {
        return toRows(await used.query(toQueryConfig(statement, { timeoutMs, keepsPlan: true })));
      } catch (error) {
        // A statement that gets no answer shows that the connection is dead, even if its socket seems open.
        lose(used, error);
        throw error;
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
      await client?.end();
    },
  };
}

function open(): Promise<pg.Client> {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
  return openClient(DIRECT_DATABASE_URL ?? DATABASE_URL ?? "", {
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
}

/**
 * Listens, and waits for a notification that another connection sends. A pooler in transaction mode accepts LISTEN, but
 * delivers no notification.
 */
async function testNotifications(client: pg.Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  const payload = newUlid();
  let timer: NodeJS.Timeout | undefined;
  const arrived = new Promise<void>((resolve, reject) => {
    client.on("notification", (notification) => notification.payload === payload && resolve());
    const reason = "A test notification did not arrive. DIRECT_DATABASE_URL must lead to PostgreSQL without a pooler.";
    timer = setTimeout(() => reject(new Error(reason)), testTimeoutMs);
  });
  arrived.catch(() => {});
  await query(sql`SELECT pg_notify(${channel}, ${payload})::text`);
  await arrived.finally(() => clearTimeout(timer));
}
