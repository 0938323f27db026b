import { beforeAll, describe, expect, inject, it } from "vitest";
import { openTestAccount } from "@/e2e/support/accounts";
import { call } from "@/e2e/support/client";
import { act, type Browser, enter, nobody, open, signIn } from "@/e2e/support/dashboard";
import { actions, openActions } from "./actions";
import { type PageName, pages } from "./pages";

/** Generated from the lists: an action or page that is added is refused here without a line of its own. */
const { roomy } = inject("product");

let browser: Browser;
beforeAll(async () => {
  browser = await signIn(await openTestAccount());
});

const addresses = [
  ...Object.keys(actions).map((name) => `/dashboard/test/actions/${name}`),
  ...Object.keys(openActions).map((name) => `/dashboard/actions/${name}`),
];

describe.each(addresses)("POST %s", (path) => {
  it.each([
    ["from another site", { origin: "https://evil.example" }],
    ["from a page without an origin", { origin: "null" }],
    ["without an origin", {}],
    ["from a sister site", { origin: roomy, "sec-fetch-site": "same-site" }],
  ])("is refused %s, though somebody is signed in", async (_, headers) => {
    const reply = await call(roomy, "POST", path, { json: {}, headers: { cookie: browser.cookie, ...headers } });
    expect(reply.status).toBe(403);
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });
});

it.each(Object.keys(actions))("the action %s is refused to whoever is not signed in", async (name) => {
  expect((await act(nobody(), name)).status).toBe(401);
});

it("an action that does not exist is not found", async () => {
  for (const name of ["constructor", "no-such-action"]) {
    expect((await act(browser, name)).status).toBe(404);
    expect((await enter(name, {})).status).toBe(404);
  }
});

it.each(Object.keys(pages) as PageName[])("the page %j sends whoever is not signed in to the sign-in", async (name) => {
  const { status, headers } = await open(nobody(), `/dashboard/test/${name}`);
  const next = encodeURIComponent(`/dashboard/test${name && `/${name}`}`);
  expect([status, headers.location]).toEqual([307, `/dashboard/sign-in?next=${next}`]);
});
