import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { control, isControlPath } from "./control";
import { Connections } from "./delivery/connections";
import type { Emulation } from "./emulation";
import { Gateway } from "./gateway";
import type { Kinds, World } from "./world";

const bodyBytesMax = 1024 * 1024;

type Log = ((line: string) => void) | null;

/** Serves the gateway, the bank's pages and the control API on one port. */
export function openServer<K extends Kinds>(
  emulation: Emulation<K>,
  world: World<K>,
  log: Log,
): { server: Server; connections: Connections } {
  const connections = new Connections();
  const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = new Gateway(emulation, world, connections, originOf);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", originOf());
    // Only the path is printed: a query could contain credentials.
    response.once("close", () => log?.(`${request.method} ${url.pathname} ${outcomeOf(response)}`));
    const { method = "", headers } = request;
    if (isControlPath(url.pathname)) {
      const body = await readBody(request);
      return control({ emulation, world, connections, method, path: url.pathname, headers, body, response });
    }
    if (world.down === "refuse") return void request.socket.destroy();
    if (world.down === "hang") return connections.hold(response);
    if (world.down === "http_503") return void response.writeHead(503, { "content-length": 0 }).end();
    const body = await readBody(request);
    gateway.answer(request, response, url, body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      if (!response.destroyed) console.error(`The emulator failed: ${error.stack}`);
      response.socket?.destroy();
    });
  });
  // Longer than a test run pauses: an idle socket that closes during a request looks like a fault.
  server.keepAliveTimeout = 60_000;
  return { server, connections };
}

const outcomeOf = (response: ServerResponse): string =>
  response.writableEnded ? `${response.statusCode}` : "no answer";

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new Error("The body of a request is over 1 MB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
