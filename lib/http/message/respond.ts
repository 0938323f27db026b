import { outageOf, unavailable } from "@/lib/db/outage";
import { AppError } from "@/lib/kit/errors";

/** An answer before it is sent. It is also stored under the request's idempotency key. */
export type Answer = { status: number; body: string; headers?: Record<string, string> };

const internal = new AppError("internal", "Internal Server Error");

/** Clients see the message of an `AppError`. An outage of the database becomes a 503, any other error a 500. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return outageOf(error) ? unavailable(error) : internal;
}

export function answerOf(error: AppError): Answer {
  return {
    status: error.status,
    body: JSON.stringify({ message: error.publicMessage, ...error.fields }),
    headers: error.headers,
  };
}

/** The answer that is logged if a request fails before it has an answer. */
export const unanswered = answerOf(internal);

/** Adds the headers of a JSON answer, and `headers`. The answer's own headers take precedence. */
export const asJson = ({ status, body, headers: own }: Answer, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers, ...own },
});

export const redirectTo = (location: string, headers: Record<string, string> = {}): Answer => ({
  status: 303,
  body: "",
  headers: { "cache-control": "no-store", ...headers, location },
});

export const toResponse = ({ status, body, headers = {} }: Answer): Response =>
  new Response(body || null, { status, headers });

/** A file download, streamed as its pieces are read. */
export function toDownload(name: string, type: string, pieces: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  };
  return new Response(stream, { headers });
}
