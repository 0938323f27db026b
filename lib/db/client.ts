import type pg from "pg";
import { env } from "@/lib/kit/env";
import { connection, onConnection, queryTimeoutMs } from "./connection";
import { outageOf, transactionTooLong, unavailable } from "./outage";
import { ambient, joiningClient, type Transaction, type TransactionScope } from "./prisma";
import { toQueryConfig, toRows } from "./rows";
import type { Statement } from "./sql";

/** Prisma's client for the open transaction if there is one, otherwise the client without a transaction. */
export function db(): Transaction {
  const scope = ambient.getStore();
  if (!scope) return connection().prisma;
  return scope.prisma ?? joiningClient(scope, connection().prisma);
}

/**
 * Runs `work` in one transaction. A nested call joins the outer transaction, so that use cases can call each other.
 * Everything that they do through `db()` and `query()` belongs to the outermost transaction.
 */
export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return ambient.getStore() ? work() : transact("BEGIN", work);
}

/** Runs reads that must agree with each other: none of them sees a change that another one does not see. */
export async function inSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
  return ambient.getStore() ? work() : transact("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work);
}

async function transact<Result>(begin: string, work: () => Promise<Result>): Promise<Result> {
  const scope = openScope(await connection().pool.connect());
  const { client } = scope;
  let hasTimedOut = false;
  let outage: Error | undefined;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    scope.isOver = true;
    // Closing the connection rolls the transaction back and fails its running statement.
    void client.end();
  }, queryTimeoutMs());
  try {
    await client.query(begin);
    const result = await ambient.run(scope, work);
    await end(scope, "COMMIT");
    for (const call of scope.afterCommit) call();
    return result;
  } catch (error) {
    // The connection may be lost. PostgreSQL then rolls back by itself.
    if (!scope.isOver) await end(scope, "ROLLBACK").catch(() => {});
    const failure = hasTimedOut ? timedOut(error) : error;
    if (failure instanceof Error && outageOf(failure)) outage = failure;
    throw failure;
  } finally {
    clearTimeout(timer);
    // After a timeout, `end()` was not called. Prisma would hold its side of the transaction until its own limit.
    scope.finish();
    client.removeListener("error", ignore);
    // The pool closes the connection, because it may lead to a server that has become a standby.
    client.release(outage);
  }
}

/** The same error code as of PostgreSQL's `transaction_timeout`. */
const timedOut = (cause: unknown): Error => Object.assign(new Error(transactionTooLong, { cause }), { code: "25P04" });

function openScope(client: pg.PoolClient): TransactionScope {
  // A lost connection also fails the next statement, so its event needs no handling.
  client.on("error", ignore);
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { client, isOver: false, depth: 0, savepoints: 0, done, finish, afterCommit: [] };
}

const ignore = () => {};

/**
 * Ends the transaction. The scope is over before the statement is sent, because a statement that is queued behind it
 * would be committed alone.
 */
async function end(scope: TransactionScope, boundary: "COMMIT" | "ROLLBACK"): Promise<void> {
  scope.isOver = true;
  scope.finish();
  const { command } = await scope.client.query(boundary);
  // PostgreSQL answers COMMIT with ROLLBACK if a statement of the transaction failed and the work ignored it.
  if (command !== boundary) throw new Error("The transaction was rolled back, because one of its statements failed.");
}

/** Calls `call` when the surrounding transaction has committed, or at once outside of one. `call` must not fail. */
export function afterCommit(call: () => void): void {
  const scope = ambient.getStore();
  if (scope) scope.afterCommit.push(call);
  else call();
}

/** Starts background work that outlives the caller's transaction, and so must not join it. */
export function outsideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return ambient.exit(work);
}

/**
 * Runs `work` in a savepoint. If `work` fails, its writes are rolled back, and the surrounding transaction can
 * continue. Savepoints are numbered by depth, because a nested one of the same name would hide the outer one. The next
 * savepoint of a depth releases the one before it: a statement of its own would cost a round trip.
 */
export async function inSavepoint<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope = ambient.getStore();
  if (!scope) throw new Error("A savepoint needs a transaction.");
  const depth = scope.depth + 1;
  const name = `depth_${depth}`;
  const send = (text: string) => {
    if (scope.isOver) throw unavailable();
    return scope.client.query(text);
  };
  await send(scope.savepoints < depth ? `SAVEPOINT ${name}` : `RELEASE SAVEPOINT ${name}; SAVEPOINT ${name}`);
  scope.depth = scope.savepoints = depth;
  try {
    return await work();
  } catch (error) {
    await send(`ROLLBACK TO SAVEPOINT ${name}`);
    scope.savepoints = depth;
    throw error;
  } finally {
    scope.depth = depth - 1;
  }
}

/**
 * Runs one SQL statement. Its rows have camelCase keys and int8 as bigint. Each connection keeps a plan per SQL text,
 * so the text must not vary with the values: pass a list of values as one array.
 */
export async function query<Row extends object>(
  statement: Statement,
  timeoutMs: number = queryTimeoutMs(),
): Promise<Row[]> {
  const scope = ambient.getStore();
  if (scope?.isOver) throw unavailable();
  const executor = scope?.client ?? connection().pool;
  return toRows(await executor.query(toQueryConfig(statement, { timeoutMs, keepsPlan: env().PREPARED_STATEMENTS })));
}

/** The longest time that a timer of Node.js can wait. With 0, `pg` would use the limit of the pool. */
const noLimitMs = 2 ** 31 - 1;

/**
 * Runs one read-only statement without a time limit. It is for the worker and for operator commands, never for a
 * request.
 */
export function slowQuery<Row extends object>(statement: Statement): Promise<Row[]> {
  return onConnection(async (client) => {
    await client.query("BEGIN READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    const result = await client.query(toQueryConfig(statement, { timeoutMs: noLimitMs, keepsPlan: false }));
    await client.query("COMMIT");
    return toRows(result);
  });
}

/**
 * True if PostgreSQL rejected the values of a statement (error classes 22 and 23). The statement can succeed with other
 * values.
 */
export const isRefusedData = (error: unknown): boolean => hasCode(error, /^2[23][0-9A-Z]{3}$/);

/** True if PostgreSQL ended a statement because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, /^40P01$/);

/** True if PostgreSQL rejected a row because another row has the same unique key. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, /^(P2002|23505)$/);

const hasCode = (error: unknown, pattern: RegExp): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && pattern.test(error.code);
