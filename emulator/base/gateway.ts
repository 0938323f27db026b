import type { IncomingMessage, ServerResponse } from "node:http";
import { type Route, routes } from "@/emulator/powertranz/routes";
import type { WireRequest } from "@/emulator/powertranz/wire/request";
import type { Connections } from "./delivery/connections";
import { deliver } from "./delivery/delivery";
import { send } from "./delivery/sending";
import type { FaultEndpoint } from "./faults";
import { empty } from "./wire/answers";
import type { World } from "./world";

const credentialName = /powertranz|password|gatewaykey/i;

/** Endpoints that the payer's browser calls. They have no rate limit. */
const browserEndpoints: readonly FaultEndpoint[] = ["conductor", "challenge"];

/** Answers the requests of the merchant and of the payer's browser. */
export class Gateway {
  #recentRequests: number[] = [];

  constructor(
    readonly world: World,
    readonly connections: Connections,
    readonly originOf: () => string,
  ) {}

  answer(incoming: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const { world } = this;
    const path = url.pathname.toLowerCase();
    const samePath = routes.filter((route) => route.path.test(path));
    const route = samePath.find(({ method }) => method === incoming.method);
    if ([...url.searchParams.keys()].some((name) => credentialName.test(name)))
      world.violate(route?.endpoint ?? "unknown", "credentials_in_query", "A query parameter names a credential.");
    if (!route) {
      const isKnown = samePath.length > 0;
      const detail = `${incoming.method} ${path.slice(0, 100).replace(/\d{12,}/g, "#")}`;
      // Browsers ask for paths outside the API, such as /favicon.ico.
      if (path.startsWith("/api")) world.violate("unknown", isKnown ? "wrong_method" : "unknown_path", detail);
      send(response, empty(isKnown ? 405 : 404));
      return;
    }
    const identifier = decode(route.path.exec(path)?.groups?.id ?? "");
    const { endpoint } = route;
    const request = { endpoint, identifier, query: url.searchParams, headers: incoming.headers, body };
    this.#run(route, request, response);
  }

  #run(route: Route, request: WireRequest, response: ServerResponse): void {
    const { world, connections } = this;
    const prepared = route.prepare(world, request, this.originOf());
    if (prepared.ended) response.once("close", prepared.ended);
    if (!browserEndpoints.includes(route.endpoint) && this.#isOverLimit()) {
      send(response, empty(429));
      return;
    }
    const fault = world.faults.take(route.endpoint, prepared.transactionIdentifier);
    const answered = () => {
      prepared.answered?.();
      prepared.ended?.();
    };
    const { transactionIdentifier, work } = prepared;
    deliver({ world, connections, response, transactionIdentifier, work, answered }, fault);
  }

  #isOverLimit(): boolean {
    const { rateLimitPerSecond } = this.world.dials;
    const at = Date.now();
    const recent = this.#recentRequests.filter((earlier) => earlier > at - 1000);
    const isOver = rateLimitPerSecond !== null && recent.length >= rateLimitPerSecond;
    this.#recentRequests = rateLimitPerSecond === null ? [] : isOver ? recent : [...recent, at];
    return isOver;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
