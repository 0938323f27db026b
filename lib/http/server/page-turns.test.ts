import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type CallOptions, call } from "@/tests/support/http/client";
import { createListener } from "./listener";
import { createPageTraffic } from "./page-traffic";

let server: Server | undefined;
afterEach(() => server?.close());

/** A web process whose renderer notes how many pages it renders at the same time. */
async function startServer() {
  const counts = { rendering: 0, most: 0, rendered: 0 };
  const render = async (_request: unknown, response: { end(text: string): void }) => {
    counts.rendering += 1;
    counts.rendered += 1;
    counts.most = Math.max(counts.most, counts.rendering);
    await new Promise((resolve) => setTimeout(resolve, 10));
    counts.rendering -= 1;
    response.end("<head></head>");
  };
  const listener = createListener(render, {
    isDevelopmentServer: false,
    framingOf: () => null,
    replacementOf: () => undefined,
    mayServe: () => true,
    isStopping: () => false,
    pageTraffic: createPageTraffic(),
  });
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { counts, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it.each([
  ["GET", "/docs/search?q="],
  ["GET", "/docs/first-reader-of-page-"],
  ["GET", "/docs/styleguide?show="],
  ["GET", "/no-such-page/"],
  ["GET", "/receipt/"],
  ["GET", "/response/?order_id="],
  ["POST", "/docs/quick-start?"],
  ["PUT", "/?"],
  ["DELETE", "/demo?"],
  ["POST", "/dashboard/sign-in?"],
  ["GET", "/healthz/"],
  ["GET", "/pictures/1/"],
  ["GET", "/demo/orders/1/"],
  ["GET", "/checkout/1/"],
  ["GET", "/challenge/1/"],
  ["GET", "/dashboard/actions/1/"],
  ["GET", "/dashboard/test/actions/1/"],
  ["GET", "/checkout/%31/"],
])("%s %s… takes its turn: two pages are rendered at a time", async (method, path) => {
  const { counts, origin } = await startServer();
  await Promise.all(Array.from({ length: 12 }, (_, index) => call(origin, method, `${path}${index}`)));
  expect(counts).toMatchObject({ rendered: 12, most: 2 });
});

it("the form of a payment link takes its turn as a page, and a program that pays by the link never waits", async () => {
  const { counts, origin } = await startServer();
  const pay = async (options: CallOptions) => {
    counts.most = 0;
    await Promise.all(Array.from({ length: 12 }, () => call(origin, "POST", "/pay/abc", options)));
    return counts.most;
  };
  const headers = { accept: "text/html,application/xhtml+xml" };
  expect(await pay({ form: { amount: "10.00" }, headers })).toBe(2);
  expect(await pay({ json: { amount: "10.00" } })).toBeGreaterThan(2);
});
