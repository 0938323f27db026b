import { describe, expect, inject, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { pages } from "@/lib/dashboard/pages";
import { fullPath } from "@/lib/http/message/endpoint";
import { type CallOptions, call } from "@/tests/support/http/client";
import { drawCases } from "@/tests/support/in-process/seed";

/** Other spellings of a path. Each is the same path, or none. */
const spellings: Record<string, (path: string) => string> = {
  "a trailing slash": (path) => `${path}/`,
  "two leading slashes": (path) => `/${path}`,
  "two slashes inside": (path) => path.replace(/(.)\//, "$1//"),
  "a dot": (path) => `/.${path}`,
  "a dot inside": (path) => path.replace(/(.)\//, "$1/./"),
  "two dots": (path) => `/x/..${path}`,
  "encoded dots": (path) => `/x/%2e%2e${path}`,
  "encoded slashes": (path) => `/${path.slice(1).replaceAll("/", "%2f")}`,
  backslashes: (path) => path.replaceAll("/", "\\"),
  "an encoded letter": (path) => `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  "a letter encoded twice": (path) => `/%25${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  "capital letters": (path) => path.toUpperCase(),
  "a parameter of the path": (path) => `${path};x=1`,
  "a parameter inside": (path) => path.replace(/(.)\//, "$1;x/"),
  "a query": (path) => `${path}?x=1`,
  "a fragment": (path) => `${path}#x`,
  "an encoded NUL": (path) => `${path}%00`,
  "an encoded space": (path) => `${path}%20`,
  "a file name": (path) => `${path}.json`,
  "another host": (path) => `http://evil.example${path}`,
};

/** Headers by which a client may claim an address. The strict processes trust no proxy. */
const claims = (turn: number): Record<string, string> => {
  const address = `203.0.113.${turn}`;
  return {
    "x-forwarded-for": `${address}, 127.0.0.1`,
    forwarded: `for=${address};proto=https;by=127.0.0.1`,
    "x-real-ip": address,
    via: "1.1 proxy",
    "x-client-ip": address,
    "x-client-address": address,
    "true-client-ip": address,
    "cf-connecting-ip": address,
    "x-forwarded-host": "127.0.0.1",
    "x-original-url": "/healthz",
    "x-rewrite-url": "/healthz",
    "x-http-method-override": "GET",
    "x-middleware-subrequest": "proxy",
  };
};

const { strict, production, roomy, worker, metricsToken } = inject("product");
const [one, other] = strict;

/** Sent to the letter. */
const ask = (origin: string, method: string, target: string, options: CallOptions) =>
  call(origin, method, "/", { ...options, target });

describe("a limit that is used up", () => {
  it("stays used up, however path and address are spelled and over all processes", async () => {
    const form = { email: "unknown@example.com", password: "wrong-password", scopes: "svc-user-all" };
    const from = "127.0.6.1";
    for (let turn = 0; turn < 5; turn++) await ask(one, "POST", "/api/auth/tokens", { form, from });
    for (const [turn, [what, spell]] of Object.entries(spellings).entries()) {
      const origin = turn % 2 ? one : other;
      const options = { form, from, headers: claims(turn) };
      const { status } = await ask(origin, "POST", spell("/api/auth/tokens"), options);
      // 429 by the used-up limit, or no such path; never another guess at the password.
      expect([what, [429, 404, 400, 405].includes(status)]).toEqual([what, true]);
    }
  });

  it("of the sign-in to the dashboard does, too", async () => {
    const json = { email: "unknown@example.com", password: "wrong-password" };
    const from = "127.0.6.2";
    const send = (origin: string, path: string, headers: Record<string, string>) =>
      ask(origin, "POST", path, { json, from, headers: { ...headers, origin: roomy } });
    for (let turn = 0; turn < 5; turn++) await send(one, "/dashboard/actions/sign-in", {});
    for (const [turn, [what, spell]] of Object.entries(spellings).entries()) {
      const { status } = await send(turn % 2 ? one : other, spell("/dashboard/actions/sign-in"), claims(turn));
      expect([what, [429, 404, 400, 405, 308].includes(status)]).toEqual([what, true]);
    }
  });
});

describe("without a credential", () => {
  const paths = new Set(endpoints.filter(({ auth }) => auth !== "none").map(fullPath));
  const guarded = [...paths].map((path) => path.replace(/\{\w+\}/g, "0".repeat(18)));
  const seen = Object.keys(pages).map((name) => `/dashboard/test/${name}`);

  it.each(Object.entries(spellings))("no endpoint and no page answers to a path with %s", async (what, spell) => {
    const turn = Object.keys(spellings).indexOf(what);
    const answered = await Promise.all(
      drawCases([...guarded, ...seen], 5, turn).map(async (path) => {
        const { status } = await ask(roomy, "GET", spell(path), { headers: { ...claims(turn), accept: "text/html" } });
        return status < 300 ? [spell(path)] : [];
      }),
    );
    expect(answered.flat()).toEqual([]);
  });

  it.each(Object.entries(spellings))("no metrics are shown behind a proxy at a path with %s", async (_what, spell) => {
    const { status, text } = await ask(production, "GET", spell("/metrics"), { headers: claims(1) });
    expect([401, 404, 400, 308]).toContain(status);
    expect(text).not.toContain("process_cpu");
  });
});

describe("the path of the metrics", () => {
  const targets = Object.values(spellings).map((spell) => spell("/metrics"));
  const others = targets.filter((target) => !/^\/metrics($|\?)|^\\/.test(target));

  // Next.js serves all requests of the second strict process.
  it.each([production, other, worker])(
    "has one spelling: all others are 404, also with the token (%s)",
    async (origin) => {
      const read = async (target: string) => {
        const { status, text } = await ask(origin, "GET", target, { token: metricsToken });
        return [target, status, text.includes("process_cpu")];
      };
      for (const target of ["/metrics", "/metrics?x=1"]) expect(await read(target)).toEqual([target, 200, true]);
      expect(others.length).toBeGreaterThan(10);
      for (const target of [...others, "/metrics//", "/metrics/.", "/%2e/metrics"]) {
        expect(await read(target)).toEqual([target, 404, false]);
      }
    },
  );
});
