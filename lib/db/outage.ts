import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";

/**
 * Errors that say that the database cannot serve at the moment. Requests that meet one answer 503 with `Retry-After`.
 * A statement whose answer was lost may have been carried out, and so may a COMMIT.
 */
export const unavailable = (cause?: unknown, message = "Service Unavailable"): AppError =>
  new AppError("unavailable", message, { headers: { "retry-after": "1" }, cause });

/** Sentences by error code. They are public at /readyz, so they contain no address and no name. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^25006$/, "The database is read-only."],
  [/^53100$/, "The disk of the database is full."],
  [/^53300$/, "The database has no free connections."],
  [/^53[0-9A-Z]{3}$/, "The database has no memory left."],
  [/^57P0[1-5]$/, "The database is starting up or shutting down."],
  [/^(57014|55P03|25P0[34])$/, "The database did not answer in time."],
  [/^(28[0-9A-Z]{3}|3D000)$/, "The database refuses the credentials or the name in DATABASE_URL."],
  [/^58P01$/, "The database lacks files of its program. Restart it."],
  [/^(08[0-9A-Z]{3}|58030)$/, "The connection to the database failed."],
  [/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/, "The database is unreachable."],
  [/^(P1011|SELF_SIGNED|UNABLE_TO|CERT_|DEPTH_ZERO|ERR_TLS)/, "The certificate of the database cannot be verified."],
  [/^(P1001|P1008|P1017|P2024|P2028|P2037|unavailable)$/, "The database is unreachable."],
];
/** Errors of `pg` that have no code. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/^(Connection terminated|Client (has encountered|was closed))/, "The connection to the database was lost."],
  [/^(timeout e|Query read timeout)/, "The database did not answer in time."],
  [/^The server does not support SSL/, "The database does not support TLS."],
  [/^There was an error establishing an SSL connection/, "The connection to the database failed."],
  // `pg` itself refuses to authenticate, for example without a password.
  [/^SASL: /, "The database refuses the credentials or the name in DATABASE_URL."],
];
/**
 * A stopped database removes its Unix socket. Only the message tells this error from a missing file, because Prisma
 * drops the name of the system call.
 */
const missingSocket = /\bconnect (ENOENT|EACCES) /;

/** A sentence that names the cause of an outage, or null if the error has another cause. */
export function outageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (missingSocket.test(error.message)) return "The database is unreachable.";
  const code = codeOf(error);
  const [table, text] = code === undefined ? [messages, error.message] : [reasons, code];
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

type Adapted = { cause?: { originalCode?: string } };

/** Prisma's models hide the code of PostgreSQL in the error of their driver adapter. */
function codeOf(error: Error): string | undefined {
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: Adapted } };
  const adapted = (error as Adapted).cause?.originalCode ?? meta?.driverAdapterError?.cause?.originalCode;
  return adapted ?? (typeof code === "string" ? code : undefined);
}

/** True if the server, or a pooler before it, has no free connection for us. It may have one a moment later. */
export function isRefusedConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === "53300" || /^no more connections allowed/.test(error.message);
}

/** The message of a transaction that exceeded our own limit. */
export const transactionTooLong = "A transaction took longer than DATABASE_TRANSACTION_SECONDS.";

/** True if the server sent no answer in our own time limit. It may be silent, or the statement may be slow. */
export const isSilent = (error: unknown): boolean =>
  error instanceof Error && [transactionTooLong, "Query read timeout"].includes(error.message);

const repeatAfterMs = 10_000;
const shownForMs = 2_000;

type Outage = { reason: string; at: number; loggedAt: number };
const seen = processWide<{ last?: Outage }>("outage", () => ({}));

/** Logs an outage once, and again every ten seconds, because each request and each sweep meets it. */
export function reportOutage(error: unknown, reason: string | null = outageOf(error)): void {
  if (reason === null) return;
  const at = performance.now();
  const { last } = seen;
  const isNews = !last || last.reason !== reason || at - last.loggedAt > repeatAfterMs;
  seen.last = { reason, at, loggedAt: isNews ? at : last.loggedAt };
  if (isNews) log.error({ err: error }, reason);
}

/** True if a statement or a connection failed by an outage a moment ago. */
export const isOutageRecent = (): boolean =>
  performance.now() - (seen.last?.at ?? Number.NEGATIVE_INFINITY) < shownForMs;
