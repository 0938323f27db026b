import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import next from "next";
import { env, extendEnv } from "@/lib/kit/env";
import { ensurePages, generateClient, noTelemetry } from "./launch/build";
import { completeKeys, reportFailure } from "./launch/command";
import { warnOfCoreDumps } from "./launch/core-dumps";
import { databaseUrlOrThrow } from "./launch/database";
import { drainOnSignal, reportReady } from "./launch/drain";
import { listenFailure } from "./launch/processes";
import { guardSecrets } from "./launch/secrets";

/** One web process. Several can share one PostgreSQL. */
const drainMs = 25_000;
const requestTimeoutMs = 60_000;
/** Longer than load balancers keep idle connections: whoever closes one must be the side that sends requests on it. */
const keepAliveMs = 75_000;
const isDevelopmentServer = process.argv.includes("--dev");
/** The launcher has built everything. */
const isBuilt = process.argv.includes("--built");

try {
  completeKeys();
  extendEnv(noTelemetry);
  databaseUrlOrThrow();
  await warnOfCoreDumps();
  if (isDevelopmentServer) await generateClient();
  else if (!isBuilt) await ensurePages();
  const secrets = await guardSecrets();
  // The listener refuses a missing Host itself: Node.js would answer without a body and our headers.
  const server = createServer({ requireHostHeader: false });
  const sockets = trackSockets(server);
  await serveNext(server, secrets.areGood);
  const { PORT, HOST } = env();
  await listen(server, PORT, HOST);
  drainOnSignal(() => drain(server, sockets), drainMs);
  reportReady(`Serving on http://${HOST}:${PORT}`);
} catch (error) {
  reportFailure(error);
  process.exit();
}

async function serveNext(server: Server, mayServe: () => boolean): Promise<void> {
  // Only now: it reads the variables as it is loaded, and a mistake in them was to be reported before.
  const { createListener, refuseBrokenRequest } = await import("@/lib/http/listener/listener");
  const { framingOf } = await import("@/lib/api/framing");
  const { replacementOf } = await import("@/lib/api/gone-paths");
  const { scrubConsole } = await import("@/lib/kit/log");
  scrubConsole();
  const { PORT, HOST } = env();
  // Next.js leaves connections that ask for an upgrade open for ever. Only its development server
  // needs them; in production it gets a server to listen to that nobody can reach.
  const upgradeServer = isDevelopmentServer ? server : createServer();
  const app = next({ dev: isDevelopmentServer, hostname: HOST, port: PORT, httpServer: upgradeServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  const listener = createListener((request, response) => void handle(request, response), {
    isDevelopmentServer,
    framingOf,
    replacementOf,
    mayServe,
  });
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  server.on("clientError", refuseBrokenRequest);
  // An expectation that we do not know is no reason to refuse a request that we do.
  for (const event of ["request", "checkExpectation"] as const) {
    server.on(event, (request, response) => {
      // While we drain, a client that keeps its connection busy must not keep it open as well.
      if (!server.listening) response.shouldKeepAlive = false;
      listener(request, response);
    });
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenFailure(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Takes no more connections, and ends when the answers under way are given, and noted. */
async function drain(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const sweep = () => {
    server.closeIdleConnections();
    for (const socket of sockets) {
      // Node takes a connection that never said anything for a busy one; in development the
      // browser's tabs would hold theirs for ever.
      if (socket.bytesRead === 0 || isDevelopmentServer) socket.destroy();
    }
  };
  sweep();
  const timer = setInterval(sweep, 50);
  await closed;
  clearInterval(timer);
  const { finishAfterAnswers } = await import("@/lib/http/route/after-answer");
  await finishAfterAnswers();
  const { writeLastRequests } = await import("@/lib/request-log/request-log");
  await writeLastRequests();
}
