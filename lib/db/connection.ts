import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ITXClientDenyList } from "@prisma/client/runtime/client";
import type pg from "pg";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { processWide } from "@/lib/kit/process-wide";
import { tracer } from "@/lib/kit/telemetry/trace";
import { PrismaClient } from "./generated/client";
import { reportOutage, unavailable } from "./outage";
import { PatientPool } from "./pool";
import { statementText, traceStatements } from "./trace-statements";

/**
 * One connection pool serves two kinds of queries: `db()` for queries through Prisma's models, and `query()` for single
 * SQL statements in hot paths, where Prisma would cost more time than the database.
 */
type Connection = { pool: JoiningPool; prisma: ReturnType<typeof createPrisma> };
type Client = Connection["prisma"];
export type Transaction = Omit<Client, ITXClientDenyList>;

/** An open transaction. Prisma joins it only when a query goes through a model. */
export type TransactionScope = {
  client: pg.PoolClient;
  isOver: boolean;
  /** How many savepoints the running work is in, and how many PostgreSQL has: finished ones stay for a while. */
  depth: number;
  savepoints: number;
  /** Prisma's client for this transaction, once Prisma has joined. */
  prisma?: Transaction;
  joining?: Promise<Transaction>;
  /** Resolves when the work is done. Prisma keeps its side of the transaction open until then. */
  done: Promise<void>;
  finish(): void;
  /** Called when the transaction has committed. */
  afterCommit: (() => void)[];
};

/** The time limit of a transaction, and of a statement outside of one. */
export const queryTimeoutMs = (): number => env().DATABASE_TRANSACTION_SECONDS * second;
/** The time limit for getting a connection. If the database hangs, callers get an error after this time. */
const connectTimeoutMs = (): number => env().DATABASE_CONNECT_SECONDS * second;

// Prisma compiles queries in WebAssembly. By default V8 also optimises WebAssembly code that runs only at the start of
// the client, which costs each process one second of CPU time. With this budget V8 optimises only code that runs often.
setFlagsFromString("--wasm-tiering-budget=100000000");

const open = processWide<{ connection?: Connection | undefined }>("connection", () => ({}));
export const ambient = processWide("transaction", () => new AsyncLocalStorage<TransactionScope>());

function createPrisma(pool: pg.Pool) {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    // Longer than our own limit for a transaction, so that Prisma never ends a transaction before we do.
    transactionOptions: { maxWait: connectTimeoutMs(), timeout: 2 * queryTimeoutMs() },
    // Secrets are left out of every result unless a query asks for them.
    omit: {
      account: { passwordHash: true, formerPasswords: true },
      member: { passwordHash: true, formerPasswords: true, sealedTotp: true, recoveryDigests: true },
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

/** Inside a transaction, Prisma gets the transaction's own connection, so that it joins the transaction. */
class JoiningPool extends PatientPool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    // The pool calls a waiting caller from the code that released the connection, in the context of another request.
    if (callback) return super.connect(isTracing() ? AsyncResource.bind(callback) : callback);
    const scope = ambient.getStore();
    return scope ? Promise.resolve(lend(scope)) : super.connect();
  }
}

const isTracing = () => tracer() !== undefined;

const boundaries: readonly unknown[] = ["BEGIN", "COMMIT", "ROLLBACK"];

/** The connection as Prisma sees it. Only `inTransaction()` begins and ends the transaction and releases it. */
function lend(scope: TransactionScope): pg.PoolClient {
  const { client } = scope;
  const send = (...args: unknown[]): unknown => {
    if (scope.isOver) throw unavailable();
    return Reflect.apply(client.query, client, args);
  };
  const query = (...args: unknown[]) =>
    boundaries.includes(statementText(args[0])) ? Promise.resolve(noRows) : send(...args);
  return new Proxy(client, {
    get(target, key) {
      if (key === "query") return query;
      if (key === "release") return () => {};
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const noRows = { rows: [], rowCount: 0, fields: [] };

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
    if (isTracing()) pool.on("connect", traceStatements);
    // An idle connection was lost. The database may stop while the last connections of an ended pool still close.
    pool.on("error", (error) => pool.ending || reportOutage(error));
    open.connection = { pool, prisma: createPrisma(pool) };
  }
  return open.connection;
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
