import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isFormNavigation, prefersHtml } from "@/lib/http/body/form-navigation";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { pageKindOf } from "@/lib/http/message/page-kind";
import type { Answer } from "@/lib/http/message/respond";
import { confirmingPage } from "@/lib/http/pages/confirming-page";
import { plainPage } from "@/lib/http/pages/plain-page";
import type { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { markup } from "@/lib/kit/markup";
import { fromMessage } from "./node-request";

/** Payment requests begin with this path. */
export const paymentsPath = "/plugins/payments/";

/** Every answer to a payment request has these two fields in addition to `message`. */
const paymentRequestFields = { url: "", transaction_id: "" };

/** Answers a request that the listener or a route refused by throwing. */
export function refuseRequest(message: IncomingMessage, response: ServerResponse, error: AppError): void {
  if (response.headersSent) {
    // A closed connection shows the client that the answer is incomplete.
    response.destroy();
    return;
  }
  const page = error.code === "unavailable" ? pageOf(error, fromMessage(message)) : null;
  if (page) {
    response.writeHead(page.status, page.headers).end(page.body);
    return;
  }
  const more = message.url?.startsWith(paymentsPath) ? paymentRequestFields : {};
  const body = JSON.stringify({ ...more, message: error.publicMessage, ...error.fields });
  const headers = { ...error.headers, "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(error.status, headers).end(body);
}

/** What a browser shows while this process cannot serve. Null for programs and for scripts of pages. */
function pageOf(error: AppError, request: IncomingRequest): Answer | null {
  const isPage = pageKindOf(request.method, request.path) !== null;
  if (!isPage && !prefersHtml(request)) return null;
  return confirmingPage(request, error) ?? (isPage || isFormNavigation(request) ? unavailablePage(error) : null);
}

/** It says nothing about money, because the state of a payment is unknown. */
const unavailablePage = ({ status, headers }: AppError): Answer =>
  plainPage({
    title: "Please try again in a moment",
    body: markup`<h1>Please try again in a moment</h1>
<p>We cannot show this page right now. If you were paying, open this page again before you pay again: it says whether you were charged.</p>`,
    status,
    headers,
  });

/** Answers requests that never reach the listener: invalid HTTP, or headers that are too large. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = isTooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify({
    message: isTooLarge ? "The request's headers are too large." : "The request is not valid HTTP.",
  });
  const headers = [
    `X-Request-Id: ${newUlid()}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
}
