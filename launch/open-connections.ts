import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { second } from "@/lib/kit/clock";

/** If no connection arrives for this long, the clients that connected before the stop signal have been accepted. */
const quietMs = 100;
/** Under constant load, connections never stop arriving. */
const acceptMaxMs = 2 * second;
/** A client connects first and then sends its request. A connection without a request is closed after this time. */
const firstRequestMs = 250;

/** `waitsForRequests` is false for the development server, because tabs keep their connections open. */
type Options = { waitsForRequests: boolean };

export function trackConnections(server: Server, { waitsForRequests }: Options) {
  const open = new Map<Socket, { since: number }>();
  let accepted = 0;
  server.on("connection", (socket: Socket) => {
    accepted++;
    open.set(socket, { since: performance.now() });
    socket.once("close", () => open.delete(socket));
  });

  /** The system completes connections before we accept them, and resets those in its queue when the server closes. */
  const acceptQueued = async () => {
    for (const deadline = performance.now() + acceptMaxMs; performance.now() < deadline; ) {
      const before = accepted;
      await delay(quietMs);
      await waitForPendingReads();
      if (accepted === before) return;
    }
  };
  const closeSilent = () => {
    server.closeIdleConnections();
    for (const [socket, { since }] of open) {
      // Node.js does not count a connection as idle before its first request.
      const isSilent = socket.bytesRead === 0 && performance.now() - since > firstRequestMs;
      if (isSilent || !waitsForRequests) socket.destroy();
    }
  };

  return {
    /** Stops accepting connections and waits until every request on an accepted connection is answered. */
    async stopServing(): Promise<void> {
      if (waitsForRequests) await acceptQueued();
      // Not `server.close()` of HTTP, which also closes idle connections, before requests in their buffers are read.
      NetServer.prototype.close.call(server);
      while (open.size > 0) {
        await waitForPendingReads();
        closeSilent();
        await delay(20);
      }
    },
  };
}

/** Waits until Node.js has read everything that had arrived on its sockets. */
async function waitForPendingReads(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
