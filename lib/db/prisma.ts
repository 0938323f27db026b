import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ITXClientDenyList } from "@prisma/client/runtime/client";
import type pg from "pg";
import { processWide } from "@/lib/kit/process-wide";
import { tracer } from "@/lib/kit/telemetry/trace";
import { PrismaClient } from "./generated/client";
import { unavailable } from "./outage";
import { PatientPool } from "./pool";
import { statementText } from "./trace-statements";

/**
 * Prisma inside our transactions.
 *
 * `inTransaction()` begins and ends a transaction itself, on a connection of the pool. Prisma has no way to use a
 * transaction that it did not begin. So Prisma begins its own, and three parts make both of them one transaction:
 *
 * 1. In a transaction, `db()` returns `joiningClient()`: a proxy that has every model, and each model every method. The
 *    first call of a method opens Prisma's transaction. A transaction without such a call never waits for Prisma.
 * 2. To open it, Prisma asks the pool for a connection. In a transaction, `JoiningPool` does not take one from the
 * pool.
 *    It lends the transaction's own connection.
 * 3. `lend()` wraps that connection in a proxy. It ignores Prisma's BEGIN, COMMIT, ROLLBACK and release, because only
 *    `inTransaction()` ends the transaction. It refuses statements that come after the end.
 *
 * When the work is over, `done` resolves, and Prisma closes its side.
 */

type Client = ReturnType<typeof createPrisma>;
export type Transaction = Omit<Client, ITXClientDenyList>;

/** An open transaction. */
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

export const ambient = processWide("transaction", () => new AsyncLocalStorage<TransactionScope>());

/** A client whose first query makes Prisma join the transaction. */
export function joiningClient(scope: TransactionScope, prisma: Client): Transaction {
  const call =
    (model: PropertyKey, method: PropertyKey) =>
    async (...args: unknown[]) =>
      Reflect.get(Reflect.get(await joinTransaction(scope, prisma), model), method)(...args);
  return forAnyKey((model) => forAnyKey((method) => call(model, method))) as Transaction;
}

const forAnyKey = (get: (key: PropertyKey) => unknown) => new Proxy({}, { get: (_, key) => get(key) });

function joinTransaction(scope: TransactionScope, prisma: Client): Promise<Transaction> {
  if (scope.isOver) throw unavailable();
  scope.joining ??= new Promise((resolve, reject) => {
    const work = (joined: Transaction) => {
      scope.prisma = joined;
      resolve(joined);
      return scope.done;
    };
    prisma.$transaction(work).catch(reject);
  });
  return scope.joining;
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

export class JoiningPool extends PatientPool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    // The pool calls a waiting caller from the code that released the connection, in the context of another request.
    if (callback) return super.connect(tracer() ? AsyncResource.bind(callback) : callback);
    const scope = ambient.getStore();
    return scope ? Promise.resolve(lend(scope)) : super.connect();
  }
}

const boundaries: readonly unknown[] = ["BEGIN", "COMMIT", "ROLLBACK"];

function lend(scope: TransactionScope): pg.PoolClient {
  const { client } = scope;
  const query = (...args: unknown[]): unknown => {
    if (boundaries.includes(statementText(args[0]))) return Promise.resolve(noRows);
    if (scope.isOver) throw unavailable();
    return Reflect.apply(client.query, client, args);
  };
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

// Prisma compiles queries in WebAssembly. By default V8 also optimises WebAssembly code that runs only at the start of
// the client, which costs each process one second of CPU time. With this budget V8 optimises only code that runs often.
setFlagsFromString("--wasm-tiering-budget=100000000");

export function createPrisma(pool: pg.Pool, transactionOptions: { maxWait: number; timeout: number }) {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions,
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
