import { connect } from "node:net";
import { afterAll, describe, expect, inject, it } from "vitest";
import { call, sendRaw } from "@/tests/support/http/client";

/**
 * Requests that two readers of HTTP would cut apart differently, each followed by a second request in the same bytes: a
 * proxy before us must never be able to take that one for part of the first, nor we the other way round.
 */
const { roomy, worker } = inject("product");

const head = (target = "/api/auth/tokens") => [
  `POST ${target} HTTP/1.1`,
  "Host: pay.example.com",
  "Content-Type: application/json",
];
const request = (lines: string[], body = "", end = "\r\n") => `${lines.join(end)}${end}${end}${body}`;
const smuggled = "GET /healthz HTTP/1.1\r\nHost: smuggled.example\r\n\r\n";
const chunks = "2\r\n{}\r\n0\r\n\r\n";

const ambiguous: [string, string][] = [
  ["two lengths that differ", request([...head(), "Content-Length: 2", "Content-Length: 4"], "{}")],
  ["two lengths that agree", request([...head(), "Content-Length: 2", "Content-Length: 2"], "{}")],
  ["a list of lengths", request([...head(), "Content-Length: 2, 2"], "{}")],
  ["a length with a sign", request([...head(), "Content-Length: +2"], "{}")],
  ["a length in hex", request([...head(), "Content-Length: 0x2"], "{}")],
  ["a length below zero", request([...head(), "Content-Length: -2"], "{}")],
  ["a length beyond all numbers", request([...head(), "Content-Length: 99999999999999999999"], "{}")],
  ["an empty length", request([...head(), "Content-Length:"], "{}")],
  ["a length and chunks", request([...head(), "Content-Length: 2", "Transfer-Encoding: chunked"], chunks)],
  ["chunks and a length", request([...head(), "Transfer-Encoding: chunked", "Content-Length: 2"], chunks)],
  ["an unknown transfer encoding", request([...head(), "Transfer-Encoding: xchunked"], chunks)],
  ["chunks that are not the last encoding", request([...head(), "Transfer-Encoding: chunked, identity"], chunks)],
  ["two transfer encodings", request([...head(), "Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunks)],
  ["a tab before the encoding's colon", request([...head(), "Transfer-Encoding\t: chunked"], chunks)],
  ["a vertical tab before chunked", request([...head(), "Transfer-Encoding: \x0bchunked"], chunks)],
  ["a chunk size that is no number", request([...head(), "Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size with a sign", request([...head(), "Transfer-Encoding: chunked"], "-2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size with 0x", request([...head(), "Transfer-Encoding: chunked"], "0x2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size beyond all numbers", request([...head(), "Transfer-Encoding: chunked"], `${"f".repeat(17)}\r\n{}`)],
  ["a chunk longer than its size", request([...head(), "Transfer-Encoding: chunked"], "1\r\n{}\r\n0\r\n\r\n")],
  ["a chunk that ends with a bare LF", request([...head(), "Transfer-Encoding: chunked"], "2\r\n{}\n0\r\n\r\n")],
  ["a chunk size that ends with a bare LF", request([...head(), "Transfer-Encoding: chunked"], "2\n{}\r\n0\r\n\r\n")],
  ["a folded header", request([...head(), "Content-Length: 2", "X-Note: a", " b"], "{}")],
  [
    "a folded transfer encoding",
    request([...head(), "X-Note: a", " Transfer-Encoding: chunked", "Content-Length: 2"], "{}"),
  ],
  ["a space before a colon", request([...head(), "Content-Length : 2"], "{}")],
  ["a header without a colon", request([...head(), "Content-Length: 2", "Nonsense"], "{}")],
  ["a header without a name", request([...head(), "Content-Length: 2", ": x"], "{}")],
  ["a NUL in a header's value", request([...head(), "Content-Length: 2", "X-Note: a\0b"], "{}")],
  ["a NUL in a header's name", request([...head(), "Content-Length: 2", "X-No\0te: a"], "{}")],
  ["a bare CR in a header", request([...head(), "X-Note: a\rTransfer-Encoding: chunked", "Content-Length: 2"], "{}")],
  ["lines that end with a bare LF", request([...head(), "Content-Length: 2"], "{}", "\n")],
  ["a header of 20 KB", request([...head(), "Content-Length: 2", `X-Note: ${"a".repeat(20_000)}`], "{}")],
  [
    "20 KB of headers",
    request(
      [...head(), "Content-Length: 2", ...Array.from({ length: 400 }, (_, at) => `X-${at}: ${"a".repeat(45)}`)],
      "{}",
    ),
  ],
  ["two Host headers that differ", request(["GET /healthz HTTP/1.1", "Host: a", "Host: b"])],
  ["two Host headers that agree", request(["GET /healthz HTTP/1.1", "Host: a", "host: a"])],
  ["two Host headers in HTTP/1.0", request(["GET /healthz HTTP/1.0", "Host: a", "Host: b", "Connection: keep-alive"])],
  ["no version, as in HTTP/0.9", "GET /healthz\r\n"],
  ["the version 0.9", request(["GET /healthz HTTP/0.9", "Host: x", "Connection: keep-alive"])],
  ["the version 2.0", request(["GET /healthz HTTP/2.0", "Host: x"])],
  ["a target with a space", request(["GET /healthz /x HTTP/1.1", "Host: x"])],
  ["a target with a NUL", request(["GET /healthz\0 HTTP/1.1", "Host: x"])],
  ["an unknown version", request(["GET /healthz HTTP/1.9", "Host: x"])],
  ["another protocol", request(["PRI * HTTP/2.0"], "SM\r\n\r\n")],
  ["a method that is none", request(["GE\x01T /healthz HTTP/1.1", "Host: x"])],
];

/** So many headers that they fit into the bytes that Node.js allows. */
const headersOf = (count: number) => [
  "Host: x",
  "Connection: close",
  ...Array.from({ length: count - 2 }, (_, at) => `a${at}:`),
];

/** Sends all bytes at once and reads until the server closes, or stays silent. */
function exchange(text: string, origin = roomy): Promise<{ received: string; isClosed: boolean }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(text, "latin1")));
    const end = (isClosed: boolean) => {
      socket.destroy();
      resolve({ received, isClosed });
    };
    socket.setTimeout(1_500, () => end(false));
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    socket.on("error", () => end(true));
    socket.on("close", () => end(true));
  });
}

/** A status line may follow the previous answer's body without a line break. */
const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe.concurrent("a request with", () => {
  it.each(ambiguous)("%s is refused, and nothing behind it is read as a request", async (_what, text) => {
    const { received, isClosed } = await exchange(text + smuggled);
    expect(statuses(received).length).toBeLessThanOrEqual(1);
    expect([[], [400], [431]]).toContainEqual(statuses(received));
    expect(isClosed).toBe(true);
  });

  it("more than 100 headers is refused, however many follow, and one with 100 is served", async () => {
    for (const [count, expected] of [
      [100, 401],
      [101, 431],
      [2_500, 431],
    ] as const) {
      const { received } = await exchange(request(["GET /api/user/ HTTP/1.1", ...headersOf(count)]));
      expect([count, statuses(received)]).toEqual([count, [expected]]);
    }
  });

  it("more than 100 headers is refused by the worker, too", async () => {
    const text = request(["GET /healthz HTTP/1.1", ...headersOf(2_500)]);
    expect(statuses(await sendRaw(worker, text))).toEqual([431]);
  });

  it("two Host headers or an unknown version is refused by the worker, too", async () => {
    for (const lines of [
      ["GET /healthz HTTP/1.1", "Host: a", "Host: b"],
      ["GET /healthz HTTP/0.9", "Host: a"],
      ["GET /healthz"],
    ]) {
      expect([lines, statuses((await exchange(request(lines), worker)).received)]).toEqual([lines, [400]]);
    }
  });

  it("an unknown expectation gets 417 before its body is sent, and 100-continue is fulfilled", async () => {
    for (const origin of [roomy, worker]) {
      const posted = [...head(), "Content-Length: 2", "Connection: close"];
      for (const value of ["200-ok", ""]) {
        const { received } = await exchange(request([...posted, `Expect: ${value}`]), origin);
        expect([value, statuses(received)]).toEqual([value, [417]]);
      }
      const { received } = await exchange(request([...posted, "Expect: 100-Continue"], "{}"), origin);
      expect(statuses(received)).toEqual([100, origin === worker ? 405 : 400]);
    }
  });

  it("a target of another host, or a tunnel, is answered by us or refused", async () => {
    for (const [line, expected] of [
      ["GET http://evil.example/api/user/ HTTP/1.1", 401],
      ["GET https://evil.example:443/healthz HTTP/1.1", 200],
      ["GET http://user:word@evil.example/api/user/ HTTP/1.1", 401],
      ["GET ftp://evil.example/ HTTP/1.1", 400],
      ["GET evil.example:80 HTTP/1.1", 400],
      ["OPTIONS * HTTP/1.1", 400],
    ] as const) {
      const { received } = await exchange(request([line, "Host: x", "Connection: close"]));
      expect([line, statuses(received)]).toEqual([line, [expected]]);
    }
    const tunnel = await exchange(request(["CONNECT evil.example:443 HTTP/1.1", "Host: x"], smuggled));
    expect([tunnel.isClosed, statuses(tunnel.received).filter((status) => status < 400)]).toEqual([true, []]);
  });

  it("a second request behind a whole first one gets its own answer, in order", async () => {
    const first = request(["GET /api/nothing HTTP/1.1", "Host: x"]);
    const { received } = await exchange(first + request(["GET /healthz HTTP/1.1", "Host: x", "Connection: close"]));
    expect(statuses(received)).toEqual([404, 200]);
  });
});

afterAll(async () => {
  expect(await call(roomy, "GET", "/healthz"), "the server serves the next client").toMatchObject({ status: 200 });
});
