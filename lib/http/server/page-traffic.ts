import type { IncomingMessage, ServerResponse } from "node:http";
import { createPageLimit } from "@/lib/http/limits/page-limit";
import { listenerHeaders } from "@/lib/http/message/headers";
import type { PageKind } from "@/lib/http/message/page-kind";
import type { Answer } from "@/lib/http/message/respond";
import { plainPage } from "@/lib/http/pages/plain-page";
import { markup } from "@/lib/kit/markup";
import { PageQueue } from "./page-queue";

/** How long a client should wait if the queue of pages is full. */
const queueSeconds = 5;

/** Keeps readers of pages from delaying payments: a limit for each client address, and a queue for all pages. */
export type PageTraffic = {
  /** Counts a page. Returns true if it was refused and answered. */
  count(kind: PageKind, request: IncomingMessage, response: ServerResponse): boolean;
  /** Waits until the page may be rendered. Returns true if it was refused and answered. */
  takeTurn(response: ServerResponse): Promise<boolean>;
  /** Lets pages wait for a request that is not a page. */
  preferRequest(response: ServerResponse): void;
};

export function createPageTraffic(): PageTraffic {
  const countPage = createPageLimit();
  const queue = new PageQueue();
  return {
    count(kind, { headers }, response) {
      const seconds = countPage(kind, String(headers[listenerHeaders.clientAddress]));
      if (seconds !== null) send(response, tooManyPages(seconds));
      return seconds !== null;
    },
    async takeTurn(response) {
      const mayRender = await queue.enter(response);
      if (!mayRender) send(response, tooBusy());
      return !mayRender;
    },
    preferRequest: (response) => queue.preferRequest(response),
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

const inSeconds = (seconds: number) => `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

const tooManyPages = (seconds: number): Answer =>
  plainPage({
    title: "Too many pages",
    body: markup`<h1>Too many pages</h1>
<p>Your network opened more pages in the last minute than we allow. You can open this page again in ${inSeconds(seconds)}.</p>`,
    status: 429,
    headers: { "retry-after": String(seconds) },
  });

const tooBusy = (): Answer =>
  plainPage({
    title: "Please try again",
    body: markup`<h1>Please try again</h1>
<p>We have too many visitors at the moment. You can open this page again in ${inSeconds(queueSeconds)}.</p>`,
    status: 503,
    headers: { "retry-after": String(queueSeconds) },
  });
