import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createListener } from "./listener";

/** A server with the listener, whose handler returns the Cookie header that it received. */
let server: Server;
let origin: string;
let isStopping = false;
let mayServe = true;
beforeAll(async () => {
  const listener = createListener(
    async (request, response) => void response.end(JSON.stringify(request.headers.cookie ?? null)),
    {
      isDevelopmentServer: false,
      framingOf: () => null,
      replacementOf: () => undefined,
      mayServe: () => mayServe,
      isStopping: () => isStopping,
    },
  );
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const cookiesAt = async (path: string, cookie: string) => (await fetch(origin + path, { headers: { cookie } })).json();

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

it("before the process may serve, browsers get a page and programs get JSON, both with Retry-After", async () => {
  mayServe = false;
  const page = await fetch(`${origin}/checkout/abc?lang=fr`);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await page.text()).toContain("<h1>Please try again in a moment</h1>");
  const request = await fetch(`${origin}/plugins/payments/request`, { method: "POST" });
  expect([request.status, request.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await request.json()).toEqual({ url: "", transaction_id: "", message: "Service Unavailable" });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  mayServe = true;
});
