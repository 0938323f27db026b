import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the faulty API. "hang up" closes the connection without an answer. */
export type Reply = "hang up" | { status: number; retryAfter?: string; body: string };

export type Attempt = { target: string; headers: IncomingHttpHeaders; body: string; at: number };

/** An API that gives prepared answers, one for each attempt. The id in the path chooses them; the last one repeats. */
export async function startFaultyApi(scenarios: Readonly<Record<string, readonly Reply[]>>) {
  const attempts = new Map<string, Attempt[]>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const { url: target = "", headers } = request;
    const id = target.split(/[/?]/)[3] ?? "";
    const earlier = attempts.get(id) ?? [];
    const body = (await request.toArray()).join("");
    attempts.set(id, [...earlier, { target, headers, body, at }]);
    const replies = scenarios[id] ?? [];
    const reply = replies[Math.min(earlier.length, replies.length - 1)] ?? "hang up";
    if (reply === "hang up") return request.socket.destroy();
    response.writeHead(reply.status, {
      "x-request-id": "req_1",
      ...(reply.status === 302 && { location: `/api/transactions/${id}` }),
      ...(reply.retryAfter !== undefined && { "retry-after": reply.retryAfter }),
    });
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attemptsOf: (id: string): Attempt[] => attempts.get(id) ?? [],
    close: () => server.close().closeAllConnections(),
  };
}
