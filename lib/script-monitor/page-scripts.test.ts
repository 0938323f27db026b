import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { contentSecurityPolicy, unframed } from "@/lib/http/pages/page-policy";
import { readPageScripts } from "./page-scripts";
import { readScriptInventory, scriptGroups } from "./script-inventory";

const policy = contentSecurityPolicy(unframed, { isDevelopmentServer: false });
const nonce = /nonce-([^']+)/.exec(policy)?.[1] ?? "";
const data = `<script type="application/json" id="checkout-data" nonce="${nonce}">{"token":"1"}</script>`;

/** A checkout page as components/checkout/render-checkout.tsx renders it, with optional additional markup. */
function served({ added = "", headers = {} }: { added?: string; headers?: Record<string, string> } = {}) {
  const html =
    `<!DOCTYPE html><html><head><script defer src="/links.js" nonce="${nonce}"></script>` +
    `<script type="module" src="/_next/static/documents/page-1.js" nonce="${nonce}"></script>` +
    `<style nonce="${nonce}">a{color:red}</style></head><body><form></form>${added}${data}</body></html>`;
  const all = { "content-security-policy": policy, "x-content-type-options": "nosniff", ...headers };
  return readPageScripts({ html, headers: new Headers(all) });
}

it("finds every script of a page, and nothing wrong with the page's JSON", () => {
  expect(served()).toEqual({
    addresses: ["/links.js", "/_next/static/documents/page-1.js"],
    problems: [],
  });
});

describe("finds the address of an added script", () => {
  it.each([
    ["by a tag", `<script nonce="${nonce}" src="https://evil.example/x.js"></script>`],
    ["by a tag without quotes and in capitals", `<SCRIPT NONCE=${nonce} SRC=https://evil.example/x.js></SCRIPT >`],
    ["behind a quoted bracket", `<script title=">" nonce="${nonce}" src='https://evil.example/x.js'></script>`],
    ["by a preload", '<link rel="modulepreload" href="https://evil.example/x.js">'],
  ])("%s", (_how, added) => {
    expect(served({ added }).addresses).toContain("https://evil.example/x.js");
  });
});

describe("reports", () => {
  it.each([
    ["an inline script", `<script nonce="${nonce}">steal()</script>`, "An inline script is not the page's own data."],
    [
      "an inline script that only looks like the page's JSON",
      `<script x=' type="application/json" id="checkout-data"' nonce="${nonce}">steal()</script>`,
      "An inline script is not the page's own data.",
    ],
    [
      "an inline script that only looks as if it had an address",
      `<script x=" src=/_next/static/documents/page-1.js" nonce="${nonce}">steal()</script>`,
      "An inline script is not the page's own data.",
    ],
    [
      "a script without the nonce",
      "<script src=/_next/static/documents/page-1.js></script>",
      "A script has no valid nonce.",
    ],
    ["a script that does not end", "<script src=/x.js", "A script element could not be read."],
    ["a frame", '<iframe src="https://evil.example"></iframe>', "The page contains a <iframe> element."],
    ["a base address", '<base href="https://evil.example">', "The page contains a <base> element."],
    ["an event handler", '<img src="x" onerror="steal()">', "An element has an event handler in its markup."],
    ["an event handler behind a slash", "<svg/onload=steal()>", "An element has an event handler in its markup."],
  ])("%s", (_what, added, problem) => {
    expect(served({ added }).problems).toContain(problem);
  });

  it.each([
    ["a policy that allows more", { "content-security-policy": policy.replace("'strict-dynamic'", "https:") }],
    ["a missing policy", { "content-security-policy": "" }],
    ["a missing nosniff header", { "x-content-type-options": "" }],
    ["a script in the Link header", { link: "<https://evil.example/x.js>; rel=preload; as=script" }],
  ])("%s", (_what, headers) => {
    expect(served({ headers }).problems.length).toBeGreaterThan(0);
  });
});

it("docs/card-data.md describes every script group with the texts of the code", () => {
  const doc = readFileSync("docs/card-data.md", "utf8");
  const rows = [...doc.matchAll(/^\| `([a-z]+)` \| (.+?) \| (.+?) \|/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(Object.entries(scriptGroups).map(([name, { purpose, need }]) => [name, purpose, need]));
});

describe("without a build", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it("the development server has no inventory, even if an earlier build left one", () => {
    vi.stubEnv("NODE_ENV", "development");
    expect(readScriptInventory()).toBeNull();
  });
});
