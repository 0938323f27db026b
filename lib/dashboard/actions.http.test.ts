import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { openTestAccount } from "@/tests/support/http/accounts";
import { call, type Reply } from "@/tests/support/http/client";
import { act, type Browser, enter, open, signedOutBrowser, signIn } from "@/tests/support/http/dashboard";
import { drawCases } from "@/tests/support/in-process/seed";
import { actions, openActions } from "./actions";
import { type PageName, pages } from "./pages";

/** These tests iterate over all actions and pages, so a new one is covered without a change here. */
const { roomy, logsDir } = inject("product");

const simple = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" };

let account: Awaited<ReturnType<typeof openTestAccount>>;
let browser: Browser;
beforeAll(async () => {
  account = await openTestAccount();
  browser = await signIn(account);
});

const addresses = [
  ...Object.keys(actions).map((name) => `/dashboard/test/actions/${name}`),
  ...Object.keys(openActions).map((name) => `/dashboard/actions/${name}`),
];

/** Requests that no page of ours sends. Each address gets others of them, and in a deep run all. */
const foreignRequests: [string, Record<string, string>][] = [
  ["from another site", { origin: "https://evil.example" }],
  ["from a page without an origin", { origin: "null" }],
  ["without an origin", {}],
  ["without an origin, across sites", { "sec-fetch-site": "cross-site" }],
  ["from another subdomain", { origin: roomy, "sec-fetch-site": "same-site" }],
  ["from another site as a simple form", { origin: "https://evil.example", ...simple, "sec-fetch-mode": "navigate" }],
  ["from another site as plain text", { origin: "https://evil.example", "content-type": "text/plain" }],
  ["from an origin that has ours as a prefix", { origin: `${roomy}.evil.example` }],
];

describe.each(addresses.map((path, index) => [path, index] as const))("POST %s", (path, index) => {
  it.each(drawCases(foreignRequests, 4, index))("is refused %s, even with a valid session", async (_, headers) => {
    const reply = await call(roomy, "POST", path, { json: {}, headers: { cookie: browser.cookie, ...headers } });
    expect([reply.status, reply.body.message]).toEqual([
      403,
      expect.stringMatching(/^This form was sent from another page/),
    ]);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });
});

it("requests from other sites change nothing: the session stays valid and the audit log has only the sign-in", async () => {
  expect((await open(browser, "/dashboard/test")).status).toBe(200);
  const log = await db().auditEntry.findMany({
    where: { accountNumber: account.accountNumber },
    orderBy: { sequence: "asc" },
  });
  expect(log.map(({ action }) => action)).toEqual(["account.created", "session.opened"]);
});

it.each(Object.keys(actions))("the action %s answers 401 without a session", async (name) => {
  expect((await act(signedOutBrowser(), name)).status).toBe(401);
});

it("an unknown action answers 404", async () => {
  for (const name of ["constructor", "no-such-action"]) {
    expect((await act(browser, name)).status).toBe(404);
    expect((await enter(name, {})).status).toBe(404);
  }
});

it.each(Object.keys(pages) as PageName[])("the page %j redirects to the sign-in without a session", async (name) => {
  const { status, headers } = await open(signedOutBrowser(), `/dashboard/test/${name}`);
  const next = encodeURIComponent(`/dashboard/test${name && `/${name}`}`);
  expect([status, headers.location]).toEqual([307, `/dashboard/sign-in?next=${next}`]);
});

it("the preview of the branding redirects to the sign-in without a session", async () => {
  const { status, headers } = await open(signedOutBrowser(), "/dashboard/test/branding/preview");
  expect([status, headers.location]).toEqual([307, expect.stringMatching(/^\/dashboard\/sign-in\?/)]);
});

it("signing out needs no form, so it works whatever the request carries", async () => {
  const { cookie, address } = await signIn(account);
  const headers = { cookie, origin: roomy, "content-type": "text/plain" };
  const reply = await call(roomy, "POST", "/dashboard/actions/sign-out", { raw: "{", as: address, headers });
  expect(reply.status).toBe(200);
  expect((await open({ cookie, address }, "/dashboard/test")).status).toBe(307);
});

const anyone = { email: "unknown@example.com", password: "wrong-password" };
const elsewhere = { headers: { origin: "https://evil.example" } };
it.each<[string, () => Promise<Reply>, string, number]>([
  ["a failed sign-in", () => enter("sign-in", anyone), "/dashboard/sign-in", 401],
  ["a code without a sign-in", () => enter("second-factor", { code: "123456" }), "/dashboard/second-factor", 401],
  [
    "a reset without a ticket",
    () => enter("reset", withTicket({ new_password: "Long-enough-2026" })),
    "/dashboard/reset",
    400,
  ],
  ["a join without a ticket", () => enter("join", withTicket({ name: "Grace" })), "/dashboard/join", 400],
  ["an invalid form", () => enter("sign-in", {}), "/dashboard/sign-in", 400],
  ["an action from another site", () => act(browser, "end-sessions", {}, elsewhere), "/dashboard/sessions", 403],
  ["an action without a session", () => act(signedOutBrowser(), "end-sessions"), "/dashboard/sessions", 401],
  [
    "an action that failed",
    () => act(browser, "end-session", { session_id: "none" }),
    "/dashboard/sessions/{session_id}",
    400,
  ],
  ["an unknown action", () => act(browser, "no-such-action"), "/dashboard/actions/{action}", 404],
])("%s is counted in the metrics and leaves a log line", async (_, send, path, status) => {
  const count = async () => {
    const { text } = await call(roomy, "GET", "/metrics");
    const labels = `{method="POST",path="${path}",status="${status}"} `;
    return Number(text.split(`tradewind_http_requests_total${labels}`)[1]?.split("\n")[0] ?? 0);
  };
  const before = await count();
  const reply = await send();
  expect(reply.status).toBe(status);
  expect(await count()).toBeGreaterThan(before);
  const lines = () => readFileSync(join(logsDir, "web-roomy.log"), "utf8").split("\n");
  const logged = () => lines().find((line) => line.includes(`"requestId":"${reply.headers["x-request-id"]}"`)) ?? "{}";
  await expect.poll(() => JSON.parse(logged())).toMatchObject({ method: "POST", path, status, msg: "request" });
});

function withTicket(fields: object) {
  const password = "Long-enough-2026";
  return { ticket: "none", password, confirm_password: password, ...fields };
}
