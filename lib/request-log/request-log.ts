import { isRefusedData } from "@/lib/db/client";
import type { Exchange } from "@/lib/http/route/exchange";
import type { Answer } from "@/lib/http/route/respond";
import { day, later, second } from "@/lib/kit/clock";
import { log, scrub } from "@/lib/kit/log";
import { deleteRequests, insertRequests, type LoggedRequest } from "./store";

/**
 * What merchants asked of the API, for them to look at. No request waits for it: what is noted is written together, a
 * moment later, and where the database has no time for it, it is left out.
 */
const writtenEvery = second;
const writtenAtOnce = 200;
const waitingMax = 5_000;
const keptFor = 7 * day;
const forgottenAtOnce = 5_000;
const pathLengthMax = 500;
const messageLengthMax = 500;

/** One for the process, although the server and the pages' bundle each load this file. */
type Noted = {
  waiting: LoggedRequest[];
  leftOut: number;
  isEnding?: boolean;
  timer?: NodeJS.Timeout | undefined;
  writing?: Promise<void>;
};
const holder = globalThis as typeof globalThis & { tradewindRequestLog?: Noted };

function buffer(): Noted {
  holder.tradewindRequestLog ??= { waiting: [], leftOut: 0 };
  return holder.tradewindRequestLog;
}

/** Of an account's requests only: what nobody is known for belongs to nobody. */
export function logRequest(exchange: Exchange, answer: Answer): void {
  const { request, account, environment, kid, requestId, startedAt } = exchange;
  if (account === undefined) return;
  const durationMs = Math.round(performance.now() - startedAt);
  enqueue({
    accountNumber: account,
    environment: environment ?? null,
    at: later(-durationMs).toISOString(),
    requestId: requestId ?? "",
    method: request.method,
    path: shortened(new URL(request.url).pathname, pathLengthMax),
    status: answer.status,
    durationMs,
    kid: kid ?? null,
    message: answer.status < 400 ? null : messageIn(answer),
  });
}

function messageIn({ body }: Answer): string {
  const { message } = JSON.parse(body) as { message: string };
  return shortened(message, messageLengthMax);
}

/** PostgreSQL takes no half of a character, which a cut may leave. */
const shortened = (text: string, max: number): string => scrub(text).slice(0, max).toWellFormed();

export function enqueue(request: LoggedRequest): void {
  const all = buffer();
  if (all.waiting.length >= waitingMax) {
    all.leftOut += 1;
    return;
  }
  all.waiting.push(request);
  if (all.waiting.length >= writtenAtOnce) void writeRequests();
  else all.timer ??= setTimeout(() => void writeRequests(), writtenEvery).unref();
}

/** Writes what waits, one statement after the other. Never fails. */
export function writeRequests(): Promise<void> {
  const all = buffer();
  clearTimeout(all.timer);
  all.timer = undefined;
  all.writing ??= writeAll(all).finally(() => {
    delete all.writing;
  });
  return all.writing;
}

/** For the end of a process, which does not wait again and again for a database that is away. */
export function writeLastRequests(): Promise<void> {
  buffer().isEnding = true;
  return writeRequests();
}

async function writeAll(all: Noted): Promise<void> {
  while (all.waiting.length > 0) {
    const some = all.waiting.splice(0, writtenAtOnce);
    const { isReached, leftOut } = await write(some);
    const isGivenUp = all.isEnding && !isReached;
    all.leftOut += leftOut + (isGivenUp ? all.waiting.splice(0).length : 0);
  }
  if (all.leftOut > 0) log.warn({ leftOut: all.leftOut }, "requests were left out of the request log");
  all.leftOut = 0;
}

type Written = { isReached: boolean; leftOut: number };

async function write(some: readonly LoggedRequest[]): Promise<Written> {
  try {
    await insertRequests(some);
    return { isReached: true, leftOut: 0 };
  } catch (error) {
    log.warn({ err: error }, "requests could not be written into the request log");
    return isRefusedData(error)
      ? { isReached: true, leftOut: await writeEach(some) }
      : { isReached: false, leftOut: some.length };
  }
}

/** One row that cannot be stored must not take the others with it, which may be other accounts'. */
async function writeEach(some: readonly LoggedRequest[]): Promise<number> {
  let leftOut = 0;
  for (const one of some) {
    await insertRequests([one]).catch(() => {
      leftOut += 1;
    });
  }
  return leftOut;
}

/** For the worker. */
export async function forgetRequests(): Promise<void> {
  const before = later(-keptFor);
  while ((await deleteRequests(before, forgottenAtOnce)) === forgottenAtOnce);
}
