import { afterEach, expect, it, vi } from "vitest";
import { returnToken } from "@/lib/checkout/session/session-token";
import { listenerHeaders } from "@/lib/http/message/headers";
import { renderMetrics } from "@/lib/http/telemetry/metrics";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { showChallenge, showReturn, takeReturn } from "./challenge-route";

afterEach(() => vi.restoreAllMocks());

async function countOf(method: string, path: string, status: number): Promise<number> {
  const { text } = await renderMetrics();
  const labels = `{method="${method}",path="${path}",status="${status}"} `;
  return Number(text.split(`tradewind_http_requests_total${labels}`)[1]?.split("\n")[0] ?? 0);
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };
const noAttempt = returnToken({ attemptId: newUlid(), step: 1 });

it.each([
  ["a bank's page of no session", showChallenge, "GET", "none", {}, "/checkout/{token}/challenge", 404],
  ["a reload of no return", showReturn, "GET", "none", {}, "/challenge/{token}", 404],
  ["a return with a made-up token", takeReturn, "POST", "none", form, "/challenge/{token}", 404],
  ["a return in another content type", takeReturn, "POST", noAttempt, json, "/challenge/{token}", 415],
] as const)("%s is counted in the metrics and leaves a log line without its token", async (...given) => {
  const [, handle, method, token, headers, path, status] = given;
  const info = vi.spyOn(log, "info");
  const before = await countOf(method, path, status);
  const request = new Request(`http://localhost${path.replace("{token}", token)}`, {
    method,
    headers: { ...headers, [listenerHeaders.clientAddress]: "203.0.113.10", [listenerHeaders.requestId]: "request-1" },
    ...(method === "POST" && { body: "PaRes=1" }),
  });
  const response = await handle(request, { params: Promise.resolve({ token }) });
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  expect(await countOf(method, path, status)).toBe(before + 1);
  expect(info.mock.calls).toMatchObject([[{ requestId: "request-1", method, path, status }, "request"]]);
});
