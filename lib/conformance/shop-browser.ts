import { parseUrl } from "@/lib/kit/urls";
import type { ShopAnswer } from "./verdict";

/** One HTTP request, without following redirects. */
export type FetchOnce = (request: ShopRequest) => Promise<RawAnswer>;
export type ShopRequest = {
  method: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
};
export type RawAnswer = ShopAnswer & {
  location: string | null;
  cookies: readonly string[];
  /** The header by which a host proves whose it is. */
  proof: string | null;
};

export const proofHeader = "Tradewind-Conformance";
export const proofPath = "/.well-known/tradewind-conformance.txt";

/** The part of an answer that the kit reads. A report shows much less of it. */
export const readBytesMax = 256 * 1024;

type Landed = { answer: RawAnswer; url: URL };

type BrowserLimits = { mayVisit: (url: URL) => boolean; timeoutMs: () => number; redirectsMax: number };

/**
 * The browser of one customer: it keeps cookies by host, and follows redirects only to addresses that it may visit. A
 * redirect to another address is returned as the answer.
 */
export function openBrowser(fetchOnce: FetchOnce, { mayVisit, timeoutMs, redirectsMax }: BrowserLimits) {
  const jar = new Map<string, Map<string, string>>();

  async function request(method: ShopRequest["method"], url: URL, body: string): Promise<RawAnswer> {
    const own = jar.get(url.host) ?? new Map<string, string>();
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      accept: "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8",
      "user-agent": "Mozilla/5.0",
      ...(cookie && { cookie }),
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const answer = await fetchOnce({ method, url, headers, body, timeoutMs: timeoutMs() });
    for (const line of answer.cookies) {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      if (name) own.set(name, value ?? "");
    }
    jar.set(url.host, own);
    return answer;
  }

  /** `isArrived` stops at a redirect before it is followed. */
  async function open(
    address: string,
    { body = null, isArrived = () => false }: { body?: string | null; isArrived?: (url: URL) => boolean } = {},
  ): Promise<Landed> {
    let url = new URL(address);
    let answer = await request(body === null ? "GET" : "POST", url, body ?? "");
    for (let hop = 0; hop < redirectsMax; hop++) {
      const next = redirectOfAnswer(answer, url);
      if (!next) break;
      if (isArrived(next)) return { answer, url: next };
      if (!mayVisit(next)) break;
      url = next;
      answer = await request("GET", url, "");
    }
    return { answer, url };
  }

  return { open };
}

export type ShopBrowser = ReturnType<typeof openBrowser>;

function redirectOfAnswer({ status, location }: RawAnswer, url: URL): URL | null {
  if (status === null || status < 300 || status >= 400 || !location) return null;
  return parseUrl(location, url.href);
}
