import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startReceiver } from "@/tests/support/http/receiver";
import { createSender } from "./send";

/** Tests receivers that violate HTTP or close the connection early. */
let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

async function replyFrom(respond: (socket: Socket) => void) {
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => respond(socket));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const send = createSender({ mayBeLocal: true, timeoutMs: 5000 });
  const reply = await send(new URL(`http://127.0.0.1:${port}/hook`), {}, "{}");
  send.close();
  return reply;
}

const broken = { status: null, error: "The connection was lost before there was an answer." };
const head = (status: string, ...fields: string[]) => [`HTTP/1.1 ${status}`, ...fields, "", ""].join("\r\n");
const reset = (socket: Socket, text: string) => socket.write(text, () => setImmediate(() => socket.resetAndDestroy()));

it.each<[string, (socket: Socket) => void, object]>([
  ["closes the connection without a response", (socket) => socket.end(), broken],
  ["resets the connection without a response", (socket) => socket.resetAndDestroy(), broken],
  ["sends something other than HTTP", (socket) => socket.end("hello\r\n\r\n"), broken],
  [
    "sends interim responses without end",
    (socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write(head("102 Processing").repeat(100)));
        socket.once("drain", flood);
      };
      flood();
    },
    broken,
  ],
  [
    "sends early hints before its response",
    (socket) => socket.end(`${head("103 Early Hints")}${head("200 OK", "content-length: 2")}ok`),
    { status: 200, response: "ok", error: null },
  ],
  ["switches protocols", (socket) => socket.write(head("101 Switching", "connection: upgrade")), { status: 101 }],
  [
    "sends an invalid chunk",
    (socket) => socket.end(`${head("200 OK", "transfer-encoding: chunked")}zz\r\n`),
    { status: 200, error: null },
  ],
  [
    "closes the connection in the middle of the body",
    (socket) => socket.end(`${head("410 Gone", "content-length: 100")}bye`),
    { status: 410, response: "bye", error: null },
  ],
  [
    "resets the connection in the middle of the body",
    (socket) => reset(socket, `${head("200 OK", "content-length: 100")}ok`),
    { status: 200, error: null },
  ],
  ["sends headers without end", (socket) => socket.write(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(10_000)}`), broken],
])("send() returns a reply if the receiver %s", async (_case, respond, reply) => {
  expect(await replyFrom(respond)).toMatchObject(reply);
});

it("reuses one connection without leaking event listeners", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const receiver = await startReceiver();
  const send = createSender({ mayBeLocal: true });
  for (let count = 0; count < 15; count++) {
    expect(await send(new URL(receiver.url), {}, "{}")).toMatchObject({ status: 204, error: null });
  }
  expect(receiver.connections).toBe(1);
  // Node.js emits warnings on the next tick, so the test waits before it checks that there are none.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
  process.off("warning", note);
  send.close();
  receiver.close();
});
