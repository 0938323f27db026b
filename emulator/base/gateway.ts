import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connections } from "./delivery/connections";
import { deliver } from "./delivery/delivery";
import { send } from "./delivery/sending";
import type { Emulation, Route } from "./emulation";
import { returnEndpoint } from "./faults";
import { empty } from "./wire/answers";
import type { WireRequest } from "./wire/request";
import type { Kinds, World } from "./world";

/** Answers the requests of the merchant and of the payer's browser. */
export class Gateway<K extends Kinds> {
  #recentRequests: number[] = [];

  constructor(
    readonly emulation: Emulation<K>,
    readonly world: World<K>,
    readonly connections: Connections,
    readonly originOf: () => string,
  ) {}

  answer(incoming: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const { world } = this;
    const { apiPath, credentialName, routes } = this.emulation;
    const path = url.pathname;
    const samePath = routes.filter((route) => route.path.test(path));
    const route = samePath.find(({ method }) => method === incoming.method);
    const endpoint = route && endpointOf(route, body);
    if ([...url.searchParams.keys()].some((name) => credentialName.test(name)))
      world.violate(endpoint ?? "unknown", "credentials_in_query", "A query parameter names a credential.");
    if (!route || endpoint === undefined) {
      const isKnown = samePath.length > 0;
      const detail = `${incoming.method} ${path.slice(0, 100).replace(/\d{12,}/g, "#")}`;
      // Browsers ask for paths outside the API. An API can be at every path, but not at that of the icon.
      if (path.toLowerCase().startsWith(apiPath) && path !== "/favicon.ico")
        world.violate("unknown", isKnown ? "wrong_method" : "unknown_path", detail);
      send(response, empty(isKnown ? 405 : 404));
      return;
    }
    const groups = Object.entries(route.path.exec(path)?.groups ?? {});
    const params = Object.fromEntries(groups.map(([name, text]) => [name, decode(text)]));
    const request = { endpoint, params, query: url.searchParams, headers: incoming.headers, body };
    this.#run(route, request, response);
  }

  #run(route: Route<K>, request: WireRequest, response: ServerResponse): void {
    const { world, connections, emulation } = this;
    const prepared = route.prepare(world, request, this.originOf());
    if (prepared.ended) response.once("close", prepared.ended);
    if (!emulation.browserEndpoints.includes(request.endpoint) && this.#isOverLimit()) {
      send(response, empty(429));
      return;
    }
    const fault = world.faults.take(request.endpoint, prepared.transactionIdentifier);
    const answered = () => {
      prepared.answered?.();
      prepared.ended?.();
    };
    const takeReturnFault = (identifier: string) => world.faults.take(returnEndpoint, identifier);
    const ownFaults = emulation.faults;
    const { transactionIdentifier, work } = prepared;
    const delivery = { connections, ownFaults, takeReturnFault, request, response, transactionIdentifier };
    deliver({ ...delivery, work, answered }, fault);
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

function endpointOf<K extends Kinds>({ endpoint }: Route<K>, body: string): K["fault"]["endpoint"] {
  return typeof endpoint === "function" ? endpoint(body) : endpoint;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
