import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ITXClientDenyList } from "@prisma/client/runtime/client";
import pg from "pg";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { Prisma, PrismaClient } from "./generated/client";

/**
 * One pool, two ways to use it: `db()` for modelled queries, `query()` for the single statements
 * of hot paths, where Prisma's own work would cost more than the database's.
 */
type Connection = { pool: pg.Pool; prisma: ReturnType<typeof createPrisma> };
type Client = Connection["prisma"];
type Transaction = Omit<Client, ITXClientDenyList>;

const poolSize = 10;
/** A database that hangs must not hang us: whoever waits longer than this gets an error. */
const connectTimeoutMs = 5_000;
const queryTimeoutMs = 15_000;
const transactionLimits = { maxWait: connectTimeoutMs, timeout: queryTimeoutMs };

// Kept on the global object because the development server loads this module anew on every change.
const holder = globalThis as typeof globalThis & { tradewindConnection?: Connection };
const ambient = new AsyncLocalStorage<Transaction>();

function createPrisma(pool: pg.Pool) {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: transactionLimits,
    // Secrets are left out of every result unless a query asks for them.
    omit: {
      account: { passwordHash: true },
      member: { passwordHash: true, sealedTotp: true, recoveryDigests: true },
      apiKey: { secretDigest: true },
      signingKey: { sealedPrivateJwk: true },
      merchantKey: {
        sealedHashKey: true,
        sealedSigningSecret: true,
        sealedNextHashKey: true,
        sealedNextSigningSecret: true,
      },
      attempt: { sealedChallenge: true },
      bankAccount: { sealedNumber: true },
      withdrawal: { sealedBankAccount: true, sealedIdNumber: true },
      vaultCard: { wrappedKey: true, sealedNumber: true },
      webhookEndpoint: { sealedSecret: true, sealedPreviousSecret: true },
    },
  });
}

function connection(): Connection {
  if (!holder.tradewindConnection) {
    const { DATABASE_URL } = env();
    if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. «npm start» brings a database of its own.");
    const pool = new pg.Pool({
      connectionString: DATABASE_URL,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      // The server gives up before we do, so that nobody's locks outlive whoever waited for them.
      statement_timeout: queryTimeoutMs - 3_000,
      lock_timeout: queryTimeoutMs - 7_000,
      idle_in_transaction_session_timeout: queryTimeoutMs,
    });
    // A connection that comes back in the middle of a transaction would swallow what is written on it next.
    pool.on("release", (_error, client) => {
      if (client.getTransactionStatus() !== "I") void client.end();
    });
    pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
    holder.tradewindConnection = { pool, prisma: createPrisma(pool) };
  }
  return holder.tradewindConnection;
}

/** The transaction we are in, if we are in one, else the plain client. */
export function db(): Transaction {
  return ambient.getStore() ?? connection().prisma;
}

/**
 * Runs `work` in one transaction. Inside another one it joins that, so that use-cases compose:
 * what they call through `db()` and `query()` belongs to the outermost.
 */
export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (ambient.getStore()) return work();
  return connection()
    .prisma.$transaction((transaction) => ambient.run(transaction, work))
    .catch((error) => {
      throw isOverload(error) ? unavailable() : error;
    });
}

/** Runs `work` so that its failure takes back what it wrote, and not the transaction around it. */
export async function inSavepoint<Result>(work: () => Promise<Result>): Promise<Result> {
  await query("savepoint", "SAVEPOINT work", []);
  try {
    return await work();
  } catch (error) {
    await query("rollback-to-savepoint", "ROLLBACK TO SAVEPOINT work", []);
    throw error;
  }
}

/** One SQL statement. `name` lets PostgreSQL keep its plan. */
export async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
  timeoutMs: number = queryTimeoutMs,
): Promise<Row[]> {
  const transaction = ambient.getStore();
  if (transaction) return transaction.$queryRawUnsafe<Row[]>(text, ...values);
  const { rows } = await connection().pool.query<Row>({
    name,
    text,
    values,
    query_timeout: timeoutMs,
  } as pg.QueryConfig);
  return rows;
}

/** One SQL statement that reads, and may take its time: for the worker and the operator, never for a request. */
export async function slowQuery<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  const client = await connection().pool.connect();
  try {
    await client.query("BEGIN READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    const { rows } = await client.query<Row>({ text, values, query_timeout: 0 } as pg.QueryConfig);
    await client.query("COMMIT");
    return rows;
  } finally {
    client.release();
  }
}

/** True where PostgreSQL refused what a statement says, in its classes 22 and 23: it was reached, and takes other values. */
export function isRefusedData(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^2[23][0-9A-Z]{3}$/.test(code);
}

/** True where PostgreSQL refused a row because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "P2002" || code === "23505";
}

const unavailable = () => new AppError("unavailable", "Service Unavailable", { headers: { "retry-after": "1" } });

/** No connection came free in time, or a transaction took too long. */
function isOverload(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2028";
}

export async function disconnect(): Promise<void> {
  const open = holder.tradewindConnection;
  delete holder.tradewindConnection;
  await open?.prisma.$disconnect();
  // Prisma ends the pool only if it has run a query.
  if (open && !open.pool.ending) await open.pool.end();
}
