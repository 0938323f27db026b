import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CompressingResponse } from "./compressing-response";

const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index, word: "payment" })));
const json = { "content-type": "application/json" };
const page = { "content-type": "text/html; charset=utf-8" };

type Answer = (response: ServerResponse) => void;
let answer: Answer;
let server: Server;
beforeAll(async () => {
  const options = { ServerResponse: CompressingResponse };
  server = createServer(options, (_request, response) => answer(response)) as unknown as Server;
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
    const send: Answer = (response) => response.writeHead(200, json).end(text);
    const { headers, body } = await get(send, { headers: { "accept-encoding": accepted } });
    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(body.length),
      vary: "accept-encoding",
    });
    expect(decompress(body).toString()).toBe(text);
  });

  it("if it is written in pieces, as Next.js writes pages, and its strong ETag becomes weak", async () => {
    const { status, headers, body } = await get((response) => {
      response.statusCode = 404;
      for (const [name, value] of Object.entries({ ...page, vary: "rsc", etag: '"1"' }))
        response.setHeader(name, value);
      response.flushHeaders();
      response.write(Buffer.from(text));
      setImmediate(() => response.write("end", "utf8", () => response.end()));
    });
    expect({ status, ...headers }).toMatchObject({ status: 404, vary: "rsc, accept-encoding", etag: 'W/"1"' });
    expect(brotliDecompressSync(body).toString()).toBe(`${text}end`);
  });
});

it("a page that fails while it is rendered leaves nothing of its first part in the answer", async () => {
  const { status, body } = await get((response) => {
    response.writeHead(200, page);
    response.write(text);
    response.writeHead(500, json).end('{"message":"Internal Server Error"}');
  });
  expect([status, body.toString()]).toEqual([500, '{"message":"Internal Server Error"}']);
});

describe("an answer is sent as it is", () => {
  const sendText: Answer = (response) => response.writeHead(200, json).end(text);
  const accepting = { "accept-encoding": "gzip, br" };
  it.each<[string, Answer, Given?]>([
    ["without Accept-Encoding", sendText, { headers: {} }],
    ["if the client refuses our encodings", sendText, { headers: { "accept-encoding": "deflate, br;q=0, gzip;q=0" } }],
    ["if the client prefers it", sendText, { headers: { "accept-encoding": "identity, gzip;q=0.5" } }],
    ["to a request with a cookie", sendText, { headers: { ...accepting, cookie: "tradewind=sealed" } }],
    ["to a POST request, which may show a secret once", sendText, { method: "POST", headers: accepting }],
    ["if it is small", (response) => response.writeHead(200, json).end(text.slice(0, 1000))],
    ["if it is a picture", (response) => response.writeHead(200, { "content-type": "image/png" }).end(text)],
    ["if it may not be changed", (r) => r.writeHead(200, { ...json, "cache-control": "no-transform" }).end(text)],
    ["if it is larger than 512 KB", (response) => response.writeHead(200, json).end(text.repeat(200))],
    [
      "if it grows larger than 512 KB",
      (response) => {
        response.setHeader("content-type", "text/html");
        for (let part = 0; part < 200; part += 1) response.write(text);
        response.end("end");
      },
    ],
  ])("%s", async (_when, send, given) => {
    const { headers, body } = await get(send, given);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString()).toMatch(/^\[\{"index":0/);
  });

  it("if it is encoded already, is empty, or answers HEAD", async () => {
    const encoded: Answer = (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end("x");
    expect((await get(encoded)).body.toString()).toBe("x");
    expect((await get((response) => response.writeHead(304, page).end())).headers["content-encoding"]).toBeUndefined();
    const head = await get((response) => response.writeHead(200, page).end(), { method: "HEAD", headers: accepting });
    expect([head.headers["content-encoding"], head.body.length]).toEqual([undefined, 0]);
  });
});
