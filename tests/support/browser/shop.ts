import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A merchant's shop, on a site of its own: it asks for payments from its server, shows the hosted page
 * in a frame, and verifies what comes back.
 */
export type Shop = Awaited<ReturnType<typeof startShop>>;

export type Method = "credit_card_co" | "3co_simple";
export type Order = { id: string; total: string; currency: string; url: string; token: string; transactionId: string };
type Fields = Record<string, string | number>;
type Answer = { url: string; message: string; transaction_id: string };

const sandboxHashKey = "123";

/** The merchant whose shop it is: the public sandbox merchant, unless a test has another one. */
export type ShopMerchant = { fields: Fields; hashKey: string };

export const tokenOf = (url: string): string => /\/checkout\/([^/?]+)/.exec(url)?.[1] ?? "";

export async function startShop(
  payments: string,
  { fields: own, hashKey }: ShopMerchant = { fields: {}, hashKey: sandboxHashKey },
) {
  const returns: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://shop");
    if (pathname === "/return") {
      returns.push(searchParams);
      return send(response, "<h1>Back in the shop</h1>");
    }
    if (pathname === "/frame") return send(response, framePage(payments, searchParams.get("url") ?? ""));
    send(response, "<h1>The shop</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    hashKey,
    /** The redirects of an order or of a card to be stored, so far. */
    returnsOf: ({ id, transactionId }: Order) =>
      returns.filter((said) => said.get("order_id") === id || said.get("transaction_id") === transactionId),
    /** The shop's page with the hosted page in a frame. */
    framePageOf: (url: string) => `${origin}/frame?${new URLSearchParams({ url })}`,
    async order(fields: Fields = {}): Promise<Order> {
      const order = { id: `e2e-${randomBytes(6).toString("hex")}`, total: "10.00", currency: "TTD" };
      const response = { order_id: order.id, response_url: `${origin}/return?basket=7` };
      const asked = { ...common, ...own, ...order, ...response, ...fields };
      const { url, transaction_id } = await request(payments, asked);
      return {
        id: String(asked.order_id),
        total: String(asked.total),
        currency: String(asked.currency),
        url,
        token: tokenOf(url),
        transactionId: transaction_id,
      };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const common = {
  account_number: "1234567890",
  country_code: "TT",
  environment: "sandbox",
  fee_structure: "customer_pay",
  method: "credit_card_co",
  origin: "e2e-shop",
  email: "ada@example.com",
};

async function request(payments: string, fields: Fields): Promise<Answer> {
  const response = await fetch(`${payments}/plugins/payments/request`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(fields),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`The payment request was refused: ${answer.message}`);
  return answer;
}

/** Verifies a redirect as a merchant's server does: only with its stored order and its hash key. */
export function isPaid(order: Order, redirect: URLSearchParams, hashKey: string): boolean {
  const hash = createHash("md5").update(`${order.transactionId}${order.total}${hashKey}`).digest("hex");
  return (
    redirect.get("status") === "success" &&
    redirect.get("hash") === hash &&
    redirect.get("transaction_id") === order.transactionId &&
    redirect.get("order_id") === order.id &&
    redirect.get("currency") === order.currency
  );
}

/** Uses the script that merchants include, and lists the hosted page's results for the tests. */
const framePage = (payments: string, url: string) => `<h1>The shop</h1>
<ul id="heard"></ul>
<div id="pay"></div>
<script src="${payments}/embed.js"></script>
<script>
  const hear = (text) => document.querySelector("#heard").append(Object.assign(document.createElement("li"), { textContent: text }));
  Tradewind.mount("#pay", {
    url: ${JSON.stringify(url).replaceAll("<", "\\u003c")},
    onResult: ({ status, transaction_id }) => hear(status + " " + transaction_id),
  });
</script>`;

function send(response: ServerResponse<IncomingMessage>, body: string): void {
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end(
      `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><main>${body}</main></body></html>`,
    );
}
