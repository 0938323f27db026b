import { readSession } from "@/lib/checkout/page/customer-actions";
import { moveClock, simulate } from "@/lib/checkout/page/sandbox-controls";
import { choicesOfPage } from "@/lib/demo/choices";
import { openOrder } from "@/lib/demo/orders";
import { demoPaymentRequest } from "@/lib/demo/payment-request";
import { type Permalink, readPermalink } from "@/lib/demo/permalink";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import { perMinute } from "@/lib/http/message/endpoint";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { type Answer, redirectTo } from "@/lib/http/message/respond";
import { plainPage } from "@/lib/http/pages/plain-page";
import { toHandler } from "@/lib/http/route/handler";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { env } from "@/lib/kit/env";
import { AppError, notFound } from "@/lib/kit/errors";
import { markup } from "@/lib/kit/markup";
import { clockMoves } from "@/lib/reference/simulation";
import { permalinkPath } from "@/lib/reference/testing/permalinks";
import { namesPage } from "./names-page";

const contract = { method: "GET", path: permalinkPath, limit: perMinute(20) } as const;

/** A permalink of the sandbox. It opens a new session of the demo shop that behaves as its names say. */
const strategy: Strategy<null, URLSearchParams> = {
  contract,
  identify() {
    if (!env().SEED_SANDBOX) throw notFound();
    return null;
  },
  authorise() {},
  async rateLimit(_sender, exchange) {
    exchange.headers = await enforceRateLimit(contract, null, exchange.clientAddress);
  },
  readBody: ({ request }) => new URLSearchParams(request.search),
  idempotency: () => null,
  parse: async ({ request }, _sender, query) => ({ showPage: () => follow(request, query) }),
  refuse: ({ status, publicMessage, headers }) =>
    plainPage({ title: publicMessage, status, headers, body: markup`<h1>${publicMessage}</h1>` }),
  present: (answer, { headers }) => ({
    ...answer,
    headers: { ...headers, "x-robots-tag": "noindex, nofollow", ...answer.headers },
  }),
};

async function follow(request: IncomingRequest, query: URLSearchParams): Promise<Answer> {
  if (query.size === 0) return namesPage([]);
  const read = readPermalink(query);
  if ("mistakes" in read) return namesPage(read.mistakes);
  if (request.method === "HEAD") return { status: 200, body: "", headers: { "cache-control": "no-store" } };
  // The browser sends the request again if the person follows the link.
  if (request.headers.get("sec-purpose")?.includes("prefetch")) throw new AppError("unavailable", "Not prefetched");
  // Other sites could open sessions with an image.
  if (!["document", "iframe", null].includes(request.headers.get("sec-fetch-dest"))) {
    throw new AppError("unavailable", "Open this address in a window.");
  }
  return redirectTo(await openSession(read.permalink));
}

/** The form asks for an address only if the session checks it. */
const address = { addr1: "12 Frederick Street", city: "Port of Spain", state: "TT-POS", zipcode: "100101" };

/** Returns the path of the session's page. */
async function openSession({ method, card, checksAddress, simulation, clock, language }: Permalink): Promise<string> {
  const order = openOrder(choicesOfPage({ method, avs: checksAddress ? "1" : "0" }));
  const outcome = await demoPaymentRequest(order, checksAddress ? address : {});
  if ("failure" in outcome) throw outcome.failure;
  const token = new URL(outcome.url).pathname.split("/").at(-1) ?? "";
  await simulate(token, simulation);
  if (clock.move) {
    const { remaining_ms } = await readSession(token);
    await moveClock(token, { advance_ms: String(clockMoves[clock.move].advanceMs(remaining_ms)) });
  }
  if (clock.isStopped) await moveClock(token, { stopped: true });
  return `/checkout/${token}?${new URLSearchParams({ card, ...(language && { lang: language }) })}`;
}

export const GET = toHandler((request, params) => serve(strategy, request, params));
export const HEAD = GET;
