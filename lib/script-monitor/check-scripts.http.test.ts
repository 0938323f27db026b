import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, inject, it, vi } from "vitest";
import { samplePath } from "@/lib/checkout/page/sample-page";
import { day, hour, later, minute, now, useClock } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { checkoutMethods } from "@/lib/reference/stored-values";
import { call } from "@/tests/support/http/client";
import { scrapeSamples } from "@/tests/support/in-process/scrape";
import { checkScripts, checkServedScripts } from "./check-scripts";
import { readScriptCheck, readScriptGauges } from "./read-script-check";
import { readScriptInventory } from "./script-inventory";
import { findLastScriptCheck } from "./store";

const { roomy } = inject("product");
const inventory = readScriptInventory() ?? { build: "", scripts: [] };

const proxies: Server[] = [];
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  vi.restoreAllMocks();
});

type Change = (path: string, body: string, headers: Headers) => string;

/** A proxy between our server and the payer that changes responses, as a compromised CDN could. */
async function serveChanged(change: Change): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(`${roomy}${request.url}`);
    const headers = new Headers(answer.headers);
    const body = change(request.url ?? "", await answer.text(), headers);
    for (const name of ["content-length", "content-encoding", "transfer-encoding", "connection"]) headers.delete(name);
    response.writeHead(answer.status, [...headers].flat()).end(body);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const gauge = async () => (await scrapeSamples("tradewind_checkout_script_", await readScriptGauges())).problems;

it("the check finds both payment pages unchanged, with every script group in the inventory", async () => {
  expect(new Set(inventory.scripts.map(({ group }) => group))).toEqual(new Set(["page", "drawer"]));
  expect(await checkScripts({ origin: roomy, inventory })).toMatchObject({ build: inventory.build, problems: [] });
  expect(await readScriptCheck()).toMatchObject({ problems: [], isLate: false });
  expect(await gauge()).toBe(0);
});

it.each(checkoutMethods)("the sample page of %s has no session, and nothing can be sent from it", async (method) => {
  const { status, text } = await call(roomy, "GET", samplePath(method));
  expect([status, text.includes(`data-method="${method}"`)]).toEqual([200, true]);
  for (const path of ["pay", "leave"]) {
    expect((await call(roomy, "POST", `${samplePath(method)}/${path}`, { json: {} })).status).toBe(404);
  }
});

it("a script, page or policy changed in transit raises an alert in log, metric and operator desk", async () => {
  const skimmer = "/_next/static/skimmer.js";
  const [script = inventory.scripts[0]] = inventory.scripts.filter(({ group }) => group === "page");
  const error = vi.spyOn(log, "error").mockReturnValue();
  const origin = await serveChanged((path, body, headers) => {
    if (path === script?.path) return `${body};steal()`;
    if (!path.startsWith("/checkout/")) return body;
    const policy = headers.get("content-security-policy") ?? "";
    headers.set("content-security-policy", policy.replace("default-src 'none'", "default-src *"));
    const nonce = /nonce-([^']+)/.exec(policy)?.[1];
    return body.replace("</body>", `<script nonce="${nonce}" src="${skimmer}"></script></body>`);
  });
  const problems = [
    `${skimmer} is not in the inventory.`,
    "The Content-Security-Policy differs from ours.",
    `${script?.path} differs from the build.`,
  ];
  expect((await checkScripts({ origin, inventory })).problems).toEqual(problems);
  expect(error).toHaveBeenCalledWith(
    { event: "checkout_scripts_differ", build: inventory.build, problems },
    expect.any(String),
  );
  expect(await readScriptCheck()).toMatchObject({ problems });
  expect(await gauge()).toBe(3);
});

it("the check runs every hour, and sooner after a difference", async () => {
  const checkedAt = async () => (await findLastScriptCheck())?.checkedAt.getTime() ?? 0;
  const origin = await serveChanged((_path, body) => body.replace("<form", "<iframe></iframe><form"));
  vi.spyOn(log, "error").mockReturnValue();
  const start = now();
  const sweepAt = async (offset: number) => {
    const restore = useClock(() => later(offset, start));
    await checkServedScripts().finally(restore);
    return (await checkedAt()) - start.getTime();
  };
  const putBack = useClock(() => later(hour, start));
  const { problems } = await checkScripts({ origin, inventory }).finally(putBack);
  expect(problems).toEqual(["The page contains a <iframe> element."]);
  expect(await sweepAt(hour + minute)).toBe(hour);
  expect(await sweepAt(hour + 5 * minute)).toBe(hour + 5 * minute);
  expect(await sweepAt(2 * hour)).toBe(hour + 5 * minute);
  expect(await sweepAt(2 * hour + 6 * minute)).toBe(2 * hour + 6 * minute);
});

it("a page that cannot be fetched is logged, and the run counts as a failure", async () => {
  const { PUBLIC_URL } = env();
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  extendEnv({ PUBLIC_URL: "http://127.0.0.1:9" });
  const nextWeek = later(7 * day);
  const restore = useClock(() => nextWeek);
  await expect(checkServedScripts().finally(restore)).rejects.toThrow();
  extendEnv({ PUBLIC_URL });
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ event: "checkout_scripts_unchecked" }),
    expect.any(String),
  );
});
