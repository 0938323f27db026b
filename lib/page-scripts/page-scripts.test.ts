import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { contentSecurityPolicy, unframed } from "@/lib/http/listener/page-policy";
import { readPageScripts } from "./page-scripts";
import { readScriptInventory, scriptGroups } from "./script-inventory";

const policy = contentSecurityPolicy(unframed, { isDevelopmentServer: false });
const nonce = /nonce-([^']+)/.exec(policy)?.[1] ?? "";
const data =
  '1:"$Sreact.fragment"\n8:"static/chunks/form-1.js"\n9:I[7,["1","static/chunks/7-1.js","2","$8"],"Checkout"]\n';
const push = (text: string) => `<script nonce="${nonce}">self.__next_f.push(${JSON.stringify([1, text])})</script>`;

/** A checkout page as Next.js renders it, with optional additional markup. */
function served({ added = "", headers = {} }: { added?: string; headers?: Record<string, string> } = {}) {
  const html =
    `<!DOCTYPE html><html><head><link rel="preload" as="script" nonce="${nonce}" href="/_next/static/chunks/webpack-1.js"/>` +
    `<link rel="stylesheet" href="/_next/static/css/1.css" nonce="${nonce}"/>` +
    `<script src="/_next/static/chunks/main-1.js" async="" nonce="${nonce}"></script></head><body><form></form>${added}` +
    `<script nonce="${nonce}">(self.__next_f=self.__next_f||[]).push([0])</script>${push(data)}</body></html>`;
  const all = { "content-security-policy": policy, "x-content-type-options": "nosniff", ...headers };
  return readPageScripts({ html, headers: new Headers(all) });
}

it("finds every script of a page: in tags, preloads and React's data", () => {
  expect(served()).toEqual({
    addresses: [
      "/_next/static/chunks/main-1.js",
      "/_next/static/chunks/webpack-1.js",
      "/_next/static/chunks/7-1.js",
      "/_next/static/chunks/form-1.js",
    ],
    problems: [],
  });
});

describe("finds the address of an added script", () => {
  it.each([
    ["by a tag", `<script nonce="${nonce}" src="https://evil.example/x.js"></script>`],
    ["by a tag without quotes and in capitals", `<SCRIPT NONCE=${nonce} SRC=https://evil.example/x.js></SCRIPT >`],
    ["by an element in React's data", push('3:["$","script","x",{"src":"https://evil.example/x.js","async":true}]\n')],
    [
      "by such an element with another spelling",
      push('3:["$","\\u0073cript",null,{"src":"https://evil.example/x.js"}]\n'),
    ],
    ["behind a quoted bracket", `<script title=">" nonce="${nonce}" src='https://evil.example/x.js'></script>`],
    ["by a preload", '<link rel="modulepreload" href="https://evil.example/x.js">'],
  ])("%s", (_how, added) => {
    expect(served({ added }).addresses).toContain("https://evil.example/x.js");
  });

  it("in the data of a client component", () => {
    const added = push('a:I[9,["3","../evil.js","4","$ff"],"Skimmer"]\n');
    expect(served({ added }).addresses).toEqual(expect.arrayContaining(["/_next/../evil.js", "/_next/$ff"]));
    expect(served({ added: push("b:I[9,[evil],1]\n") }).addresses).toContain("[evil]");
  });
});

describe("reports", () => {
  it.each([
    ["an inline script", `<script nonce="${nonce}">steal()</script>`, "An inline script is not the page's own data."],
    [
      "an inline script that continues after the data",
      `<script nonce="${nonce}">self.__next_f.push([1,""]);steal([1])</script>`,
      "An inline script is not the page's own data.",
    ],
    ["a script without the nonce", `${push("").replace(` nonce="${nonce}"`, "")}`, "A script has no valid nonce."],
    ["a script that does not end", "<script src=/x.js", "A script element could not be read."],
    ["a frame", '<iframe src="https://evil.example"></iframe>', "The page contains a <iframe> element."],
    ["a base address", '<base href="https://evil.example">', "The page contains a <base> element."],
    ["an event handler", '<img src="x" onerror="steal()">', "An element has an event handler in its markup."],
    ["an event handler behind a slash", "<svg/onload=steal()>", "An element has an event handler in its markup."],
    ["a hint to run a script", push('\n:HX"https://evil.example/x.js"\n'), "The page's data asks for a script."],
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
