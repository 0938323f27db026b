import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { now } from "@/lib/kit/clock";
import { newTransactionId } from "@/lib/kit/ids";

/**
 * A small shop, written like the samples of the docs. Without a mistake it is correct. Each mistake is one that real
 * shops make, with the case of the conformance kit that is meant to find it.
 */
export const mistakes = {
  "marks orders as paid when they are placed": "new-order",
  "verifies nothing": "wrong-hash",
  "verifies after its answer, and ignores the outcome": "wrong-hash",
  "has no hash key": "empty-key",
  "accepts a success without a hash": "missing-hash",
  "ignores tw_signature": "wrong-signature",
  "hashes the total of the URL": "changed-total",
  "hashes the debited total": "success-with-fee",
  "does not compare the currency": "changed-currency",
  "uses a transaction for several orders": "replayed-result",
  "accepts transaction ids of any form": "moved-digit",
  "creates unknown orders": "unknown-order",
  "crashes on unknown orders": "unknown-order",
  "finds the order by its own parameter": "own-parameter",
  "finds the order by a usual parameter": "own-parameter",
  "finds the order by data": "other-data",
  "compares the hash without case": "upper-case-hash",
  "shows its settings on error pages": "secret-in-answer",
  "verifies the text of the query": "other-encoding",
  "signs the parameters of others": "unknown-parameter",
  "ignores the status": "hash-on-failure",
  "expects a hash on failures": "failed",
  "warns of a missing hash on failures": "expired",
  "crashes without a card": "expired",
  "takes every status but failed for a success": "gateway-error",
  "crashes without a transaction id": "refused-request",
  "closes an order after a failure": "success-after-failure",
  "takes a payment back after a failure": "failure-after-success",
  "counts a payment at every visit": "success-twice",
  "crashes at the second visit": "success-twice",
  "accepts every webhook": "webhook-wrong-signature",
  "crashes on a wrong webhook signature": "webhook-wrong-signature",
  "verifies only the id of a webhook": "webhook-changed-body",
  "ignores the webhook timestamp": "webhook-old-timestamp",
  "reads the first webhook signature only": "webhook-two-signatures",
  "verifies the parsed webhook body": "webhook-success",
  "takes every event for a success": "webhook-created",
  "closes an order after payment.failed": "webhook-failed",
  "refuses a webhook that it knows": "webhook-duplicate",
  "counts a payment at every webhook": "webhook-duplicate",
  "believes the last event": "webhook-out-of-order",
  "counts the webhook and the redirect": "webhook-then-redirect",
  "refuses old events": "webhook-late",
  "answers webhooks late": "webhook-slow",
  "refuses unknown events": "webhook-slow",
  "does not compare the total of a webhook": "webhook-changed-total",
  "does not compare the currency of a webhook": "webhook-changed-currency",
  "crashes on webhooks of unknown orders": "webhook-unknown-order",
} as const;

export type Mistake = keyof typeof mistakes;

type Order = {
  id: string;
  total: string;
  currency: string;
  /** Known at once if the shop's server sent the payment request. */
  transactionId: string | null;
  timesPaid: number;
  isClosed: boolean;
};

type Options = {
  way?: "form" | "redirect";
  environment?: string;
  lateMs?: number;
  secrets?: typeof shopSecrets;
  webhookSecret?: string;
  /** How many redirects lead to each page of the shop. */
  redirects?: number;
  /** Gives an order up after a result that it does not believe. */
  closesAfterForgery?: boolean;
  /** The file and the header that prove to the dashboard whose shop it is. */
  proof?: { file?: string; header?: string };
};

export const shopSecrets = { hashKey: "shop-hash-key", signingSecret: "shop-signing-secret" };
export const shopWebhookSecret = `whsec_${Buffer.from("the webhook secret of the shop").toString("base64")}`;

/** Our parameters, in the order of the alphabet. */
const signedNames =
  "card currency data date fee_structure hash message order_id reasonDescription status total transaction_id";

const crash = () => {
  throw new Error("The shop crashes.");
};

export async function startWrongShop(made: readonly Mistake[] = [], options: Options = {}) {
  const { way = "form", environment = "sandbox", lateMs = 500 } = options;
  const { secrets = shopSecrets } = options;
  const has = (mistake: Mistake) => made.includes(mistake);
  const orders = new Map<string, Order>();
  const tokens = new Map<string, Order>();
  const knownEvents = new Set<string>();
  const requests: { path: string; agent: string }[] = [];

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ownerOf = (transactionId: string) =>
    [...orders.values()].find((order) => order.timesPaid > 0 && order.transactionId === transactionId);

  function pay(order: Order, transactionId: string, countsAgain: boolean): void {
    if (order.isClosed) return;
    order.transactionId = transactionId;
    if (order.timesPaid === 0 || countsAgain) order.timesPaid += 1;
  }

  function place(): Order {
    const order: Order = {
      ...{ id: `order-${orders.size + 1}`, total: "70.00", currency: "TTD", isClosed: false },
      transactionId: way === "redirect" ? newTransactionId("sandbox") : null,
      timesPaid: has("marks orders as paid when they are placed") ? 1 : 0,
    };
    orders.set(order.id, order);
    return order;
  }

  function start(response: ServerResponse): ServerResponse {
    const order = place();
    if (way === "redirect") {
      const token = `token-of-${order.id}`.padEnd(24, "0");
      tokens.set(token, order);
      return response
        .writeHead(303, { location: `/checkout/${token}`, "set-cookie": `basket=${order.id}; Path=/` })
        .end();
    }
    const { id, total, currency } = order;
    const own = has("finds the order by a usual parameter") ? "" : `?basket=7&order_of_shop=${id}`;
    const response_url = `${origin()}/return${own}`;
    const fields = { environment, order_id: id, total, currency, data: `${id} "b" & c`, response_url };
    const inputs = Object.entries(fields).map(
      ([name, value]) =>
        `<input type=hidden name="${name}" value="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">`,
    );
    return page(
      response,
      200,
      `<form method="post" action="http://pay.test/plugins/payments/request">${inputs.join("")}</form>`,
    );
  }

  function readResult(response: ServerResponse, url: URL): ServerResponse {
    const query = Object.fromEntries(url.searchParams);
    if (query.status === undefined) return page(response, 400, noResult());
    const order = orders.get(orderIdIn(query)) ?? unknownOrder(query);
    if (!order) return page(response, 404, "We do not know this order.");
    if (has("crashes without a transaction id")) (query.transaction_id ?? crash()).slice(1);
    if (has("crashes without a card")) (query.card ?? crash()).slice(-4);
    if (has("crashes at the second visit") && order.timesPaid > 0) crash();
    const isSuccess =
      has("ignores the status") ||
      (has("takes every status but failed for a success") ? query.status !== "failed" : query.status === "success");
    if (!isSuccess) return showFailure(response, order);
    if (!isVerified(query, url, order)) {
      if (options.closesAfterForgery) order.isClosed = true;
      if (has("verifies after its answer, and ignores the outcome")) setTimeout(() => pay(order, "late", false), 5);
      return page(response, 200, "This result is not verified.");
    }
    const countsAgain =
      has("counts a payment at every visit") || (has("counts the webhook and the redirect") && knownEvents.size > 0);
    pay(order, query.transaction_id ?? "", countsAgain);
    return page(
      response,
      200,
      order.timesPaid > 0 ? "Thank you. Your order is paid." : "Your order is closed and not paid.",
    );
  }

  const noResult = () => (has("shows its settings on error pages") ? JSON.stringify(secrets) : "There is no result.");

  function orderIdIn({ order_id = "", data = "", order_of_shop, id }: Record<string, string>): string {
    if (has("finds the order by its own parameter")) return order_of_shop ?? order_id;
    if (has("finds the order by a usual parameter")) return id ?? order_id;
    return has("finds the order by data") ? (data.split(" ")[0] ?? "") : order_id;
  }

  function unknownOrder({ order_id: id = "", total = "", currency = "" }: Record<string, string>): Order | null {
    if (has("crashes on unknown orders")) crash();
    if (!has("creates unknown orders")) return null;
    const order = { id, total, currency, transactionId: null, timesPaid: 0, isClosed: false };
    orders.set(id, order);
    return order;
  }

  function showFailure(response: ServerResponse, order: Order): ServerResponse {
    if (has("expects a hash on failures")) return page(response, 400, "The request was tampered with.");
    if (has("warns of a missing hash on failures")) return page(response, 200, "Warning: missing hash.");
    if (has("closes an order after a failure")) order.isClosed = true;
    if (has("takes a payment back after a failure")) order.timesPaid = 0;
    return page(response, 200, "Your order is not paid.");
  }

  function isVerified(query: Record<string, string>, url: URL, order: Order): boolean {
    if (has("verifies nothing")) return true;
    if (has("takes every status but failed for a success") && query.status === "error") return true;
    if (!query.hash) return has("accepts a success without a hash");
    return isRightPayment(query, order) && hasGoodHash(query, order) && hasGoodSignature(query, url);
  }

  function isRightPayment(query: Record<string, string>, order: Order): boolean {
    const id = query.transaction_id ?? "";
    if (query.currency !== order.currency && !has("does not compare the currency")) return false;
    if (order.transactionId !== null) return order.transactionId === id;
    if (!/^SB-[0-9A-Z]{25}[A-Z]$/.test(id) && !has("accepts transaction ids of any form")) return false;
    return !ownerOf(id) || has("uses a transaction for several orders");
  }

  function hasGoodHash(query: Record<string, string>, order: Order): boolean {
    const isFromUrl = has("hashes the total of the URL") || has("hashes the debited total");
    const key = has("has no hash key") ? "" : secrets.hashKey;
    const text = `${query.transaction_id}${isFromUrl ? query.total : order.total}${key}`;
    const given = has("compares the hash without case") ? query.hash?.toLowerCase() : query.hash;
    return given === createHash("md5").update(text).digest("hex");
  }

  function hasGoodSignature({ tw_signature: given, ...signed }: Record<string, string>, url: URL): boolean {
    const isIgnored: Mistake[] = [
      ...([
        "ignores tw_signature",
        "has no hash key",
        "accepts a success without a hash",
        "ignores the status",
      ] as const),
      ...(["uses a transaction for several orders", "accepts transaction ids of any form"] as const),
    ];
    if (isIgnored.some(has)) return true;
    const isSigned = (name: string) => signedNames.split(" ").includes(name) || has("signs the parameters of others");
    const sorted = Object.entries(signed)
      .filter(([name]) => isSigned(name))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const text = has("verifies the text of the query")
      ? url.search
          .slice(1)
          .split("&")
          .filter((pair) => isSigned(pair.split("=")[0] ?? "") && !pair.startsWith("tw_signature="))
          .sort()
          .join("&")
      : new URLSearchParams(sorted).toString();
    return given === createHmac("sha256", secrets.signingSecret).update(text).digest("hex");
  }

  async function readWebhook(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const body = await textOf(request);
    const { id, event, occurred_at, data } = JSON.parse(body);
    if (!isSigned(request.headers as Record<string, string>, body)) {
      if (has("crashes on a wrong webhook signature")) crash();
      return page(response, 400, "The signature does not match.");
    }
    if (has("answers webhooks late")) await new Promise((done) => setTimeout(done, lateMs));
    const isOld = now().getTime() - new Date(occurred_at).getTime() > 86_400_000;
    if (has("refuses old events") && isOld) return page(response, 400, "This event is too old.");
    if (knownEvents.has(id)) {
      if (has("refuses a webhook that it knows")) return page(response, 409, "We know this event.");
      if (!has("counts a payment at every webhook")) return page(response, 200, "");
    }
    knownEvents.add(id);
    const status =
      has("refuses unknown events") && !/^payment\.(created|success|failed|error)$/.test(event) ? 400 : 200;
    const order = orders.get(data.order_id) ?? (has("crashes on webhooks of unknown orders") ? crash() : null);
    if (order) handleEvent(event, data, order);
    return page(response, status, "");
  }

  function handleEvent(event: string, data: Record<string, string>, order: Order): void {
    if (event === "payment.success" || has("takes every event for a success")) {
      const isTotalGood = data.original_total === order.total || has("does not compare the total of a webhook");
      const isCurrencyGood = data.currency === order.currency || has("does not compare the currency of a webhook");
      const countsAgain = has("counts a payment at every webhook");
      if (isTotalGood && isCurrencyGood) pay(order, data.transaction_id ?? "", countsAgain);
      return;
    }
    if (has("believes the last event")) order.timesPaid = 0;
    if (event === "payment.failed" && has("closes an order after payment.failed")) order.isClosed = true;
  }

  function isSigned(headers: Record<string, string>, body: string): boolean {
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
    const age = Math.abs(now().getTime() / 1000 - Number(timestamp));
    if (has("accepts every webhook")) return true;
    if (age > 300 && !has("ignores the webhook timestamp")) return false;
    if (has("verifies only the id of a webhook")) return id === JSON.parse(body).id && signatures.length > 20;
    // As PHP's json_encode() writes it.
    const escaped = body
      .replaceAll("/", "\\/")
      .replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const signed = has("verifies the parsed webhook body") ? escaped : body;
    const key = Buffer.from((options.webhookSecret ?? shopWebhookSecret).slice("whsec_".length), "base64");
    const expected = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${signed}`).digest("base64")}`;
    const given = signatures.split(" ");
    return has("reads the first webhook signature only") ? given[0] === expected : given.includes(expected);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://shop.test");
    requests.push({ path: url.pathname, agent: request.headers["user-agent"] ?? "" });
    if (url.pathname === "/.well-known/tradewind-conformance.txt") {
      const { file, header } = options.proof ?? {};
      return response.writeHead(file ? 200 : 404, header ? { "tradewind-conformance": header } : {}).end(file);
    }
    const [, hops = "0", path = url.pathname] = /^\/hop-(\d+)(\/.*)$/.exec(url.pathname) ?? [];
    if (Number(hops) < (options.redirects ?? 0) && path !== "/hook") {
      return response.writeHead(302, { location: `/hop-${Number(hops) + 1}${path}${url.search}` }).end();
    }
    url.pathname = path;
    try {
      if (url.pathname === "/start") return start(response);
      if (url.pathname === "/return") return readResult(response, url);
      if (url.pathname === "/hook") return await readWebhook(request, response);
      const order = orders.get(url.pathname.replace("/orders/", ""));
      if (!order) return page(response, 404, "Not found");
      const status = { paid: order.timesPaid > 0, times_paid: order.timesPaid };
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(status));
    } catch {
      return page(response, 500, "Internal Server Error");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: origin(),
    /** The hosted page of an order that the shop's server requested. */
    checkoutOf(token: string) {
      const order = tokens.get(token);
      if (!order) return null;
      const { id, transactionId, total, currency } = order;
      return { environment, transaction_id: transactionId ?? "", order_id: id, currency, total, fee: "3.50" };
    },
    place,
    /** Every request that arrived. */
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const page = (response: ServerResponse, status: number, body: string): ServerResponse =>
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(`<title>Shop</title><p>${body}</p>`);

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
