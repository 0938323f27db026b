import { AsyncLocalStorage } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ITXClientDenyList } from "@prisma/client/runtime/client";
import pg from "pg";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { Prisma, PrismaClient } from "./generated/client";
import { toQueryConfig, toRows } from "./rows";
import { type Statement, sql } from "./sql";

/**
 * One connection pool serves two kinds of queries: `db()` for queries through Prisma's models, and `query()` for single
 * SQL statements in hot paths, where Prisma would cost more time than the database.
 */
type Connection = { pool: pg.Pool; prisma: ReturnType<typeof createPrisma> };
type Client = Connection["prisma"];
type Transaction = Omit<Client, ITXClientDenyList>;

/** An open transaction: Prisma's client for it, and the connection that Prisma opened it on. */
type Scope = { prisma?: Transaction; client?: pg.PoolClient; isOver: boolean };

const poolSize = 10;
/** The time limit for getting a connection. If the database hangs, callers get an error after this time. */
const connectTimeoutMs = 5_000;
const queryTimeoutMs = 15_000;
const transactionLimits = { maxWait: connectTimeoutMs, timeout: queryTimeoutMs };

// Prisma compiles queries in WebAssembly. By default V8 also optimises WebAssembly code that runs only at the start of
// the client, which costs each process one second of CPU time. With this budget V8 optimises only code that runs often.
setFlagsFromString("--wasm-tiering-budget=100000000");

// The pool and the transaction scope are kept on the global object, because the development server reloads this module
// on every change.
const holder = globalThis as typeof globalThis & {
  tradewindConnection?: Connection;
  tradewindScope?: AsyncLocalStorage<Scope>;
};
holder.tradewindScope ??= new AsyncLocalStorage<Scope>();
const ambient = holder.tradewindScope;

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

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/**
 * Prisma takes the connection of a transaction from the pool within the async context of `inTransaction()`. The pool
 * stores the connection in that context, so that `query()` can send its statements on the same connection.
 */
class ScopedPool extends pg.Pool {
  private readonly scopes = new WeakMap<pg.PoolClient, Scope>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    return callback ? super.connect(callback) : this.connectIn(ambient.getStore());
  }

  private async connectIn(scope: Scope | undefined): Promise<pg.PoolClient> {
    const client = await super.connect();
    if (scope && !scope.client) {
      scope.client = client;
      this.scopes.set(client, scope);
      endWithClosingStatement(client, scope);
    }
    return client;
  }

  /**
   * Called when a connection returns to the pool. Other code may use the connection next, so the transaction must not
   * use it any more.
   */
  endScope(client: pg.PoolClient): void {
    const scope = this.scopes.get(client);
    if (scope) {
      scope.isOver = true;
      Reflect.deleteProperty(client, "query");
    }
    this.scopes.delete(client);
  }
}

/**
 * Ends the transaction's scope when Prisma sends COMMIT or ROLLBACK, before Prisma releases the connection. A statement
 * that is queued after COMMIT or ROLLBACK would be committed alone.
 */
function endWithClosingStatement(client: pg.PoolClient, scope: Scope): void {
  const send: (...args: unknown[]) => unknown = client.query;
  const watch = (...args: unknown[]) => {
    const [config] = args;
    const text = typeof config === "object" && config !== null && "text" in config ? config.text : config;
    if (text === "COMMIT" || text === "ROLLBACK") scope.isOver = true;
    return send.apply(client, args);
  };
  client.query = watch as pg.PoolClient["query"];
}

function connection(): Connection {
  if (!holder.tradewindConnection) {
    const { DATABASE_URL } = env();
    if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. «npm start» brings a database of its own.");
    const pool = new ScopedPool({
      connectionString: DATABASE_URL,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      // PostgreSQL cancels a statement before our own timeout, so that locks do not outlive the request that waited for
      // them.
      statement_timeout: queryTimeoutMs - 3_000,
      lock_timeout: queryTimeoutMs - 7_000,
      idle_in_transaction_session_timeout: queryTimeoutMs,
    });
    pool.on("release", (_error, client) => {
      pool.endScope(client);
      // Closes a connection that was released in the middle of a transaction. Otherwise the next statements would join
      // that transaction.
      if (client.getTransactionStatus() !== "I") void client.end();
    });
    pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
    holder.tradewindConnection = { pool, prisma: createPrisma(pool) };
  }
  return holder.tradewindConnection;
}

/** Prisma's client for the open transaction if there is one, otherwise the client without a transaction. */
export function db(): Transaction {
  return ambient.getStore()?.prisma ?? connection().prisma;
}

/**
 * Runs `work` in one transaction. A nested call joins the outer transaction, so that use cases can call each other.
 * Everything that they do through `db()` and `query()` belongs to the outermost transaction.
 */
export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (ambient.getStore()) return work();
  const scope: Scope = { isOver: false };
  const run = (transaction: Transaction) => {
    scope.prisma = transaction;
    return work();
  };
  const { prisma } = connection();
  return ambient
    .run(scope, () => prisma.$transaction(run))
    .catch((error) => {
      throw isOverload(error) ? unavailable() : error;
    });
}

/**
 * Runs `work` in a savepoint. If `work` fails, its writes are rolled back, and the surrounding transaction can
 * continue.
 */
export async function inSavepoint<Result>(work: () => Promise<Result>): Promise<Result> {
  await query(sql`SAVEPOINT work`);
  try {
    return await work();
  } catch (error) {
    await query(sql`ROLLBACK TO SAVEPOINT work`);
    throw error;
  }
}

/**
 * Runs one SQL statement. Its rows have camelCase keys and int8 as bigint. Each connection keeps a plan per SQL text,
 * so the text must not vary with the values: pass a list of values as one array.
 */
export async function query<Row extends object>(
  statement: Statement,
  timeoutMs: number = queryTimeoutMs,
): Promise<Row[]> {
  const scope = ambient.getStore();
  if (scope?.isOver) throw unavailable();
  const executor = scope?.client ?? connection().pool;
  return toRows(await executor.query(toQueryConfig(statement, { timeoutMs, keepsPlan: true })));
}

/**
 * Runs one read-only statement without a time limit. It is for the worker and for operator commands, never for a
 * request.
 */
export async function slowQuery<Row extends object>(statement: Statement): Promise<Row[]> {
  const client = await connection().pool.connect();
  try {
    await client.query("BEGIN READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    const result = await client.query(toQueryConfig(statement, { timeoutMs: 0, keepsPlan: false }));
    await client.query("COMMIT");
    return toRows(result);
  } finally {
    client.release();
  }
}

/**
 * True if PostgreSQL rejected the values of a statement (error classes 22 and 23). The statement can succeed with other
 * values.
 */
export function isRefusedData(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^2[23][0-9A-Z]{3}$/.test(code);
}

/** True if PostgreSQL rejected a row because another row has the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "P2002" || code === "23505";
}

const unavailable = () => new AppError("unavailable", "Service Unavailable", { headers: { "retry-after": "1" } });

/** True if no connection became free in time or a transaction took too long. */
function isOverload(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2028";
}

export async function disconnect(): Promise<void> {
  const open = holder.tradewindConnection;
  delete holder.tradewindConnection;
  await open?.prisma.$disconnect();
  // Prisma closes the pool only if Prisma has run a query. Otherwise the pool is closed here.
  if (open && !open.pool.ending) await open.pool.end();
}
