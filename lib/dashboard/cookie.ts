import { getIronSession, type SessionOptions } from "iron-session";
import type { RequestHeaders } from "@/lib/http/message/incoming";
import { dashboardCookieName } from "@/lib/http/server/dashboard-cookie";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { keyedDigests } from "@/lib/kit/secrets/crypto";
import { sessionLifetimeMs } from "@/lib/members/sessions";

/**
 * The dashboard's cookie contains a sealed session id. The web server removes the cookie from requests outside the
 * dashboard, so that the API and the checkout page never see it.
 */
type Content = { sessionId?: string };

const ttl = sessionLifetimeMs / second;

/** Cookie options for each secret of APP_SECRET. The first seals the cookie; all of them can unseal it. */
const optionsOfAll = () => keyedDigests("dashboard cookie").map((digest) => options(digest.toString("base64")));

function options(password: string): SessionOptions {
  const isHttps = env().PUBLIC_URL.startsWith("https:");
  return {
    cookieName: dashboardCookieName(isHttps),
    password,
    ttl,
    cookieOptions: {
      path: isHttps ? "/" : "/dashboard",
      httpOnly: true,
      sameSite: "lax",
      secure: isHttps,
      maxAge: undefined,
    },
  };
}

type Cookies = { get(name: string): { name: string; value: string } | undefined };

/** Reads the session id from the cookie of a page request. Pages cannot set cookies. */
export function readCookie(cookies: Cookies): Promise<string | null> {
  const readOnly = { get: (name: string) => cookies.get(name), set: () => undefined };
  return firstSessionId((each) => getIronSession<Content>(readOnly, each));
}

type WithHeaders = { headers: RequestHeaders };

export function sessionIdOf(request: WithHeaders): Promise<string | null> {
  return firstSessionId((each) => getIronSession<Content>(cookiesOf(request), new Response(), each));
}

/** iron-session reads cookies from a `Request`. */
const cookiesOf = ({ headers }: WithHeaders): Request =>
  new Request("http://localhost", { headers: { cookie: headers.get("cookie") ?? "" } });

async function firstSessionId(read: (each: SessionOptions) => Promise<Content>): Promise<string | null> {
  for (const each of optionsOfAll()) {
    const { sessionId } = await read(each);
    if (sessionId) return sessionId;
  }
  return null;
}

/** The Set-Cookie header that stores a session in the browser; null clears it. */
export async function cookieFor(request: WithHeaders, sessionId: string | null): Promise<string> {
  const response = new Response();
  const [active] = optionsOfAll();
  if (!active) throw new Error("APP_SECRET is not set.");
  const cookie = await getIronSession<Content>(cookiesOf(request), response, active);
  if (sessionId) {
    cookie.sessionId = sessionId;
    await cookie.save();
  } else {
    cookie.destroy();
  }
  return response.headers.get("set-cookie") ?? "";
}
