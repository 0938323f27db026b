import { getIronSession, type SessionOptions } from "iron-session";
import { second } from "@/lib/kit/clock";
import { keyedDigest } from "@/lib/kit/crypto";
import { env } from "@/lib/kit/env";
import { sessionLastsFor } from "@/lib/members/sessions";

/**
 * The cookie of a browser that is signed in: a session's id, sealed. Sent to the dashboard alone, so that neither the
 * API nor the checkout page ever see it.
 */
type Content = { sessionId?: string };

const ttl = sessionLastsFor / second;

function options(): SessionOptions {
  const isHttps = env().PUBLIC_URL.startsWith("https:");
  return {
    cookieName: isHttps ? "__Secure-tradewind" : "tradewind",
    password: keyedDigest("dashboard cookie").toString("base64"),
    ttl,
    cookieOptions: { path: "/dashboard", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: undefined },
  };
}

type Cookies = { get(name: string): { name: string; value: string } | undefined };

/** Of a page's cookies, which a page cannot set. */
export async function readCookie(cookies: Cookies): Promise<string | null> {
  const readOnly = { get: (name: string) => cookies.get(name), set: () => undefined };
  return (await getIronSession<Content>(readOnly, options())).sessionId ?? null;
}

export async function sessionIdOf(request: Request): Promise<string | null> {
  return (await getIronSession<Content>(request, new Response(), options())).sessionId ?? null;
}

/** The Set-Cookie header that opens a session in the browser, or, without one, ends it. */
export async function cookieFor(request: Request, sessionId: string | null): Promise<string> {
  const response = new Response();
  const cookie = await getIronSession<Content>(request, response, options());
  if (sessionId) {
    cookie.sessionId = sessionId;
    await cookie.save();
  } else {
    cookie.destroy();
  }
  return response.headers.get("set-cookie") ?? "";
}
