import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Answer } from "@/lib/http/message/respond";
import type { Handler } from "@/lib/http/route/handler";
import { endAnswer } from "./compressed-answer";
import type { ServeRequest } from "./listener";
import { fromMessage, hasBody } from "./node-request";
import type { FindRoute } from "./route-table";

/** Loads the exports of a route file: a handler for each method. */
export type LoadHandlers = () => Promise<Partial<Record<string, Handler>>>;

/**
 * Calls the handlers of route files without the router of Next.js, which takes longer than most of the handlers.
 * Next.js serves all other requests.
 */
export function serveDirectly(find: FindRoute<LoadHandlers | null>, serveNext: ServeRequest): ServeRequest {
  return async (request, response) => {
    const { url = "/", method = "GET" } = request;
    const query = url.indexOf("?");
    const found = find(query < 0 ? url : url.slice(0, query));
    const handle = found?.route && (await found.route())[method];
    // Next.js answers methods that the route file does not export.
    if (!handle) return serveNext(request, response);
    if (handle.respond) send(request, response, await handle.respond(fromMessage(request), found.params));
    else {
      const answer = await handle(toRequest(request), { params: Promise.resolve(found.params) });
      await sendResponse(request, response, answer);
    }
  };
}

function toRequest(request: IncomingMessage): Request {
  const { url = "/", method = "GET" } = request;
  // `duplex` is required for a streamed body, but TypeScript's types of the browser do not know it.
  const streamed = () => ({ body: Readable.toWeb(request), duplex: "half" }) as unknown as RequestInit;
  // The origin is not the client's: no handler may depend on the Host header.
  return new Request(`http://localhost${url}`, {
    method,
    headers: headersOf(request),
    ...(hasBody(request) && streamed()),
  });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return copied;
}

/** The listener's own headers stay, as they do with Next.js. */
function send(request: IncomingMessage, response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.statusCode = status;
  for (const name in headers) {
    if (!response.hasHeader(name)) response.setHeader(name, headers[name] ?? "");
  }
  endAnswer(request, response, body);
}

async function sendResponse(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie" || !response.hasHeader(name)) response.appendHeader(name, value);
  }
  endAnswer(request, response, answer.body ? new Uint8Array(await answer.arrayBuffer()) : "");
}
