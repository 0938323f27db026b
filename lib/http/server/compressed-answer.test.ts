import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endAnswer } from "./compressed-answer";

const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index, word: "payment" })));
const json = { "content-type": "application/json" };
const page = { "content-type": "text/html; charset=utf-8" };

type Answer = { status?: number; headers: Record<string, string>; body?: string };
let answer: Answer;
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, headers, body = text } = answer;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    endAnswer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

type Given = { method?: string; headers?: Record<string, string> };

async function get(given: Answer, { method = "GET", headers = { "accept-encoding": "gzip, br" } }: Given = {}) {
  answer = given;
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request({ port, method, headers, agent: false }, (received) => {
      const chunks: Buffer[] = [];
      received.on("data", (chunk) => chunks.push(chunk));
      received.on("end", () =>
        resolve({ status: received.statusCode ?? 0, headers: received.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject).end();
  });
}

describe("an answer is compressed", () => {
  it.each<[string, string, (body: Buffer) => Buffer]>([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0.5, gzip;q=0.8", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
  ])("for Accept-Encoding: %s as %s", async (accepted, encoding, decompress) => {
    const { headers, body } = await get({ headers: json }, { headers: { "accept-encoding": accepted } });
    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(body.length),
      vary: "accept-encoding",
    });
    expect(decompress(body).toString()).toBe(text);
  });

  it("and its strong ETag becomes weak, and it varies by one header more", async () => {
    const { status, headers, body } = await get({ status: 404, headers: { ...page, vary: "rsc", etag: '"1"' } });
    expect({ status, ...headers }).toMatchObject({ status: 404, vary: "rsc, accept-encoding", etag: 'W/"1"' });
    expect(brotliDecompressSync(body).toString()).toBe(text);
  });
});

describe("an answer is sent as it is", () => {
  const accepting = { "accept-encoding": "gzip, br" };
  it.each<[string, Answer, Given?]>([
    ["without Accept-Encoding", { headers: json }, { headers: {} }],
    [
      "if the client refuses our encodings",
      { headers: json },
      { headers: { "accept-encoding": "deflate, br;q=0, gzip;q=0" } },
    ],
    ["if the client prefers it", { headers: json }, { headers: { "accept-encoding": "identity, gzip;q=0.5" } }],
    ["to a request with a cookie", { headers: json }, { headers: { ...accepting, cookie: "tradewind=sealed" } }],
    ["to a POST request, which may show a secret once", { headers: json }, { method: "POST", headers: accepting }],
    ["if it is small", { headers: json, body: text.slice(0, 1000) }],
    ["if it is a picture", { headers: { "content-type": "image/png" } }],
    ["if it may not be changed", { headers: { ...json, "cache-control": "no-transform" } }],
    ["if it is larger than 512 KB", { headers: json, body: text.repeat(200) }],
  ])("%s", async (_when, given, asked) => {
    const { headers, body } = await get(given, asked);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString()).toMatch(/^\[\{"index":0/);
  });

  it("if it is encoded already, is empty, or answers HEAD", async () => {
    expect((await get({ headers: { ...json, "content-encoding": "gzip" } })).body.toString()).toBe(text);
    expect((await get({ status: 304, headers: page, body: "" })).headers["content-encoding"]).toBeUndefined();
    const head = await get({ headers: page }, { method: "HEAD", headers: accepting });
    expect([head.headers["content-encoding"], head.body.length]).toEqual([undefined, 0]);
  });
});
