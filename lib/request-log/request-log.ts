import { isRefusedData } from "@/lib/db/client";
import type { Answer } from "@/lib/http/message/respond";
import type { Exchange } from "@/lib/http/route/exchange";
import { later, second } from "@/lib/kit/clock";
import { log, scrub } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";
import { insertRequests, type LoggedRequest } from "./store";

/**
 * The request log that merchants see in the dashboard. Requests do not wait for it: rows are buffered, written in
 * batches, and dropped if the database cannot take them.
 */
const writeInterval = second;
const batchSize = 200;
const bufferMax = 5_000;
const pathLengthMax = 500;
const messageLengthMax = 500;

type RequestBuffer = {
  waiting: LoggedRequest[];
  leftOut: number;
  isEnding?: boolean;
  timer?: NodeJS.Timeout | undefined;
  writing?: Promise<void>;
};
const buffer = processWide<RequestBuffer>("request log", () => ({ waiting: [], leftOut: 0 }));

/** Only requests whose account is known are logged. */
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
    path: shortened(request.path, pathLengthMax),
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

/** `toWellFormed()`: cutting the text may split a surrogate pair, and PostgreSQL cannot store half of one. */
const shortened = (text: string, max: number): string => scrub(text).slice(0, max).toWellFormed();

export function enqueue(request: LoggedRequest): void {
  if (buffer.waiting.length >= bufferMax) {
    buffer.leftOut += 1;
    return;
  }
  buffer.waiting.push(request);
  if (buffer.waiting.length >= batchSize) void writeRequests();
  else buffer.timer ??= setTimeout(() => void writeRequests(), writeInterval).unref();
}

/** Writes the buffered requests in batches, one after the other. The promise never rejects. */
export function writeRequests(): Promise<void> {
  clearTimeout(buffer.timer);
  buffer.timer = undefined;
  buffer.writing ??= writeAll().finally(() => {
    delete buffer.writing;
  });
  return buffer.writing;
}

/** Writes the buffer at shutdown. Gives up after the first batch that cannot reach the database. */
export function writeLastRequests(): Promise<void> {
  buffer.isEnding = true;
  return writeRequests();
}

async function writeAll(): Promise<void> {
  while (buffer.waiting.length > 0) {
    const some = buffer.waiting.splice(0, batchSize);
    const { isReached, leftOut } = await write(some);
    const isGivenUp = buffer.isEnding && !isReached;
    buffer.leftOut += leftOut + (isGivenUp ? buffer.waiting.splice(0).length : 0);
  }
  if (buffer.leftOut > 0) log.warn({ leftOut: buffer.leftOut }, "requests were left out of the request log");
  buffer.leftOut = 0;
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

/** Writes the rows of a failed batch one by one, so that one bad row does not drop the rows of other accounts. */
async function writeEach(some: readonly LoggedRequest[]): Promise<number> {
  let leftOut = 0;
  for (const one of some) {
    await insertRequests([one]).catch(() => {
      leftOut += 1;
    });
  }
  return leftOut;
}
