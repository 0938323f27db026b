import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A merchant's webhook receiver: it records every request, and answers as configured. */
type Payload = { id: string; event: string; api_family: string; data: { transaction_id?: string } };
export type Received = { headers: IncomingHttpHeaders; body: string; json: Payload };
export type Answer = (response: ServerResponse, received: Received) => void;

export const saying =
  (status: number, headers: Record<string, string> = {}, body = ""): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

export const hanging: Answer = () => {};

export async function startReceiver(answer: Answer = saying(204)) {
  const received: Received[] = [];
  const receiver = { answer, received, connections: 0, url: "", close: () => {} };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString("utf8");
    const one = { headers: request.headers, body, json: JSON.parse(body) };
    received.push(one);
    receiver.answer(response, one);
  });
  server.on("connection", () => receiver.connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}
