import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { moneySentences } from "@/lib/reference/money-sentences";
import { call } from "@/tests/support/http/client";
import { createListener } from "./listener";

/** A server with the listener, whose handler returns the headers that it received. */
let server: Server;
let origin: string;
const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
let isStopping = false;
let mayServe = true;
beforeAll(async () => {
  const listener = createListener(async (request, response) => void response.end(JSON.stringify(request.headers)), {
    isDevelopmentServer: false,
    framingOf: () => null,
    replacementOf: () => undefined,
    mayServe: () => mayServe,
    obstacle: () => "The database is unreachable.",
    isStopping: () => isStopping,
  });
  server = createServer(listener);
  server.maxHeadersCount = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const cookiesAt = async (path: string, cookie: string) =>
  (await (await fetch(origin + path, { headers: { cookie } })).json()).cookie ?? null;

it("removes the dashboard's cookie from every request outside the dashboard, and no other cookie", async () => {
  const sent = "theme=dark; __Host-tradewind=sealed; tradewind=sealed";
  for (const path of ["/dashboard", "/dashboard/test/audit", "//dashboard/sign-in?next=x"])
    expect(await cookiesAt(path, sent)).toBe(sent);
  for (const path of ["/", "/api/user/", "/plugins/get/currencies", "/checkout/abc", "/dashboardx", "/%64ashboard/x"])
    expect(await cookiesAt(path, sent)).toBe("theme=dark");
  expect(await cookiesAt("/api/user/", "__Host-tradewind=sealed")).toBeNull();
});

it("fails the readiness check after a stop signal, and serves all other requests", async () => {
  const statusAt = async (path: string) => (await fetch(origin + path)).status;
  expect(await statusAt("/readyz")).toBe(200);
  isStopping = true;
  expect(await statusAt("/readyz")).toBe(503);
  expect(await statusAt("/healthz")).toBe(200);
  expect(await statusAt("/api/user/")).toBe(200);
  isStopping = false;
});

it("before the process may serve, browsers get a page, programs get JSON, and /readyz names the cause", async () => {
  mayServe = false;
  const page = await fetch(`${origin}/docs`);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await page.text()).toContain("<h1>Please try again in a moment</h1>");
  const form = await call(origin, "POST", "/plugins/payments/request", { headers: { accept: browserAccept } });
  expect([form.status, form.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  const request = await fetch(`${origin}/plugins/payments/request`, { method: "POST" });
  expect([request.status, request.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await request.json()).toEqual({ url: "", transaction_id: "", message: "Service Unavailable" });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const readiness = await fetch(`${origin}/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([503, { message: "The database is unreachable." }]);
  mayServe = true;
});

it("before the process may serve, a payer's form leads back to the session, and a script gets JSON", async () => {
  mayServe = false;
  for (const [method, path] of [
    ["GET", "/checkout/abc?lang=fr"],
    ["POST", "/checkout/abc/pay?lang=fr"],
    ["POST", "/checkout/abc/challenge/cancel?lang=fr"],
  ] as const) {
    const reply = await fetch(origin + path, { method, headers: { accept: browserAccept } });
    expect([reply.status, reply.headers.get("retry-after"), reply.headers.get("x-frame-options")]).toEqual([
      503,
      "1",
      null,
    ]);
    const page = await reply.text();
    expect(page).toContain(moneySentences.fr.payment.confirming);
    expect(page).toContain('content="5; url=/checkout/abc?lang=fr"');
  }
  const script = await fetch(`${origin}/checkout/abc/pay`, { method: "POST", headers: { accept: "application/json" } });
  expect([script.status, await script.json()]).toEqual([503, { message: "Service Unavailable" }]);
  mayServe = true;
});

it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])(
  "marks a request with %s as forwarded, and no client can set or remove the mark",
  async (name) => {
    const markOf = async (headers: Record<string, string>) =>
      (await (await fetch(`${origin}/api/user/`, { headers })).json())["x-was-forwarded"];
    expect(await markOf({ "x-was-forwarded": "true" })).toBeUndefined();
    expect(await markOf({ [name]: "203.0.113.1", "x-was-forwarded": "" })).toBe("true");
  },
);

it("refuses more than 100 headers in the format of the path, so that no proxy's header is lost among them", async () => {
  const send = (path: string, count: number) => {
    const headers = Array.from({ length: count }, (_, at) => [`a${at}`, "1"]);
    return call(origin, "POST", path, {
      headers: { ...Object.fromEntries(headers), "x-forwarded-for": "203.0.113.1" },
    });
  };
  expect((await send("/api/user/", 90)).status).toBe(200);
  const message = "The request has more than 100 headers.";
  expect(await send("/api/user/", 101)).toMatchObject({ status: 431, body: { message } });
  const refused = await send("/plugins/payments/request", 1_500);
  expect(refused).toMatchObject({ status: 431, body: { url: "", transaction_id: "", message } });
  expect(refused.headers["x-request-id"]).toMatch(/^[0-9A-Z]{26}$/);
});
