import { inject } from "vitest";
import { call, freshAddress, type Reply } from "./client";

/** The dashboard as its pages use it, without a browser. */
export type Browser = { cookie: string; address: string };

export async function signIn(who: { email: string; password: string }): Promise<Browser> {
  const address = freshAddress();
  const { email, password } = who;
  const reply = await enter("sign-in", { email, password }, { cookie: "", address });
  return { cookie: cookieOf(reply), address };
}

/** The request of a page without a session. */
export function enter(name: string, json: object, { cookie, address }: Browser = signedOutBrowser()): Promise<Reply> {
  return post(`/dashboard/actions/${name}`, json, { cookie, address });
}

export function act(
  { cookie, address }: Browser,
  name: string,
  json: object = {},
  { mode = "test", headers = {} }: { mode?: "test" | "live"; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return post(`/dashboard/${mode}/actions/${name}`, json, { cookie, address }, headers);
}

export function open({ cookie, address }: Browser, path: string): Promise<Reply> {
  return call(inject("product").roomy, "GET", path, { as: address, headers: { cookie, accept: "text/html" } });
}

/** Those of the named boxes that are checked on the page of the checkout settings. */
export async function checkedIn(browser: Browser, ...names: string[]): Promise<string[]> {
  const { text } = await open(browser, "/dashboard/test/checkout");
  const checked = (text.match(/<input\b[^>]* checked=""[^>]*>/g) ?? []).map((tag) => / name="(\w+)"/.exec(tag)?.[1]);
  return names.filter((name) => checked.includes(name));
}

export const signedOutBrowser = (): Browser => ({ cookie: "", address: freshAddress() });

export const cookieOf = ({ headers }: Reply): string => (headers["set-cookie"] ?? [])[0]?.split(";")[0] ?? "";

function post(path: string, json: object, { cookie, address }: Browser, headers: Record<string, string> = {}) {
  const { roomy } = inject("product");
  return call(roomy, "POST", path, { json, as: address, headers: { cookie, origin: roomy, ...headers } });
}
