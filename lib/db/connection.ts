import type pg from "pg";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { processWide } from "@/lib/kit/process-wide";
import { tracer } from "@/lib/kit/telemetry/trace";
import { reportOutage } from "./outage";
import { ambient, createPrisma, JoiningPool } from "./prisma";
import { traceStatements } from "./trace-statements";

/**
 * One connection pool serves two kinds of queries: `db()` for queries through Prisma's models, and `query()` for single
 * SQL statements in hot paths, where Prisma would cost more time than the database.
 */
type Connection = { pool: JoiningPool; prisma: ReturnType<typeof createPrisma> };

/** The time limit of a transaction, and of a statement outside of one. */
export const queryTimeoutMs = (): number => env().DATABASE_TRANSACTION_SECONDS * second;
/** The time limit for getting a connection. If the database hangs, callers get an error after this time. */
const connectTimeoutMs = (): number => env().DATABASE_CONNECT_SECONDS * second;

const open = processWide<{ connection?: Connection | undefined }>("connection", () => ({}));

/**
 * PostgreSQL cancels a statement before our own timeout, so that locks do not outlive the request that waited for them.
 */
export const sessionTimeouts = () => ({
  statement_timeout: queryTimeoutMs() - 3 * second,
  lock_timeout: queryTimeoutMs() - 7 * second,
  idle_in_transaction_session_timeout: queryTimeoutMs(),
});

export function connection(): Connection {
  if (!open.connection) {
    const { DATABASE_URL } = env();
    if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. «npm start» brings a database of its own.");
    const pool = new JoiningPool(DATABASE_URL, {
      // An idle process keeps one connection, because opening one costs more than the statements that it runs.
      min: 1,
      max: env().DATABASE_POOL_SIZE,
      connectionTimeoutMillis: connectTimeoutMs(),
      query_timeout: queryTimeoutMs(),
      // A pooler refuses these parameters. There, the role of the database has them (see `migrate`).
      ...(!env().isPooled && sessionTimeouts()),
    });
    pool.on("release", (error, client) => {
      reportOutage(error);
      // Closes a connection that was released in the middle of a transaction. Otherwise the next statements would join
      // that transaction.
      if (client.getTransactionStatus() !== "I") void client.end();
    });
    if (tracer()) pool.on("connect", traceStatements);
    // An idle connection was lost. The database may stop while the last connections of an ended pool still close.
    pool.on("error", (error) => pool.ending || reportOutage(error));
    // Longer than our own limit for a transaction, so that Prisma never ends a transaction before we do.
    const limits = { maxWait: connectTimeoutMs(), timeout: 2 * queryTimeoutMs() };
    open.connection = { pool, prisma: createPrisma(pool, limits) };
  }
  return open.connection;
}

/** Runs `work` on one connection of the pool, outside of the caller's transaction. */
export async function onConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await ambient.exit(() => connection().pool.connect());
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // After a failure, the pool closes the connection: it may be lost, or in the middle of a transaction.
    client.release(failure);
  }
}

type PoolUse = { used: number; idle: number; waiting: number; max: number; open: number; answeredAt: number };

/** How many connections the pool of this process has. It opens none before its first statement. */
export function poolUse(): PoolUse {
  const { pool } = open.connection ?? {};
  const unused = { used: 0, idle: 0, waiting: 0, open: 0, answeredAt: Number.NEGATIVE_INFINITY };
  if (!pool) return { ...unused, max: env().DATABASE_POOL_SIZE };
  const { totalCount, idleCount, waitingCount, options, openCount, answeredAt } = pool;
  const counts = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
  return { ...counts, open: openCount, answeredAt };
}

export async function disconnect(): Promise<void> {
  const { connection: closing } = open;
  open.connection = undefined;
  await closing?.prisma.$disconnect();
  // Prisma closes the pool only if Prisma has run a query. Otherwise the pool is closed here.
  if (closing && !closing.pool.ending) await closing.pool.end();
}
