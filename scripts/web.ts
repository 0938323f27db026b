import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { buildLibraries, ensurePages, generateClient, noTelemetry } from "@/launch/build";
import { completeKeys, reportFailure } from "@/launch/command";
import { warnOfCoreDumps } from "@/launch/core-dumps";
import { databaseUrlOrThrow } from "@/launch/database";
import { drainOnSignal, gracePeriodMs, reportReady, webDrainMs } from "@/launch/drain";
import { collectOnceWhenIdle } from "@/launch/idle-collections";
import { trackConnections } from "@/launch/open-connections";
import { listenFailure } from "@/launch/processes";
import { readRouteFiles } from "@/launch/route-files";
import { guardSecrets } from "@/launch/secrets";
import { runWebProcesses } from "@/launch/web-processes";
import { env, extendEnv } from "@/lib/kit/env";
import { startTracing } from "@/lib/kit/telemetry/start-tracing";
import { tracer } from "@/lib/kit/telemetry/trace";

/**
 * Starts `WEB_PROCESSES` web processes on one port. Several machines can share one PostgreSQL. If there is more than
 * one process, this one becomes the primary, which starts the others, and they run this script again.
 */
const requestTimeoutMs = 60_000;
/** Longer than load balancers keep idle connections. If we closed one first, a request on it could be lost. */
const keepAliveMs = 75_000;
const isDevelopmentServer = process.argv.includes("--dev");
let isStopping = false;

try {
  collectOnceWhenIdle();
  completeKeys();
  // Set APP_ENV explicitly: next.config.mjs reads it, and its default depends on other variables.
  extendEnv({ ...noTelemetry, APP_ENV: env().APP_ENV });
  databaseUrlOrThrow();
  if (cluster.isPrimary) await warnOfCoreDumps();
  await (isDevelopmentServer ? generateClient() : ensurePages());
  if (isPrimaryOfSeveral()) await runWebProcesses(env().WEB_PROCESSES, serving());
  else await serve();
} catch (error) {
  reportFailure(error);
  process.exit();
}

function isPrimaryOfSeveral(): boolean {
  return cluster.isPrimary && !isDevelopmentServer && env().WEB_PROCESSES > 1;
}

function serving(): string {
  const { PORT, HOST } = env();
  return `Serving on http://${HOST}:${PORT}`;
}

async function serve(): Promise<void> {
  await startTracing("tradewind-web");
  const secrets = await guardSecrets();
  // Our listener refuses requests without a Host header. The answer of Node.js would lack our headers and a body.
  const server = createServer({ requireHostHeader: false });
  const connections = trackConnections(server, { waitsForRequests: !isDevelopmentServer });
  await serveNext(server, { mayServe: secrets.areGood, obstacle: secrets.obstacle });
  const finishWork = await loadFinishWork();
  const { PORT, HOST } = env();
  // Before the server listens, because a signal must not end a process that has accepted a connection.
  drainOnSignal(async () => {
    isStopping = true;
    await delay(gracePeriodMs());
    await connections.stopServing();
    await finishWork();
  }, webDrainMs());
  await listen(server, PORT, HOST);
  const { answerSiblings } = await import("@/lib/http/telemetry/metrics");
  answerSiblings();
  reportReady(serving());
}

type Readiness = { mayServe(): boolean; obstacle(): string };

async function serveNext(server: Server, readiness: Readiness): Promise<void> {
  // Imported late, because these modules read the configuration, and configuration errors are reported first.
  const { createListener } = await import("@/lib/http/server/listener");
  const { refuseBrokenRequest } = await import("@/lib/http/server/refuse-request");
  const { traceRequests } = await import("@/lib/http/telemetry/trace-requests");
  const { serveDirectly } = await import("@/lib/http/server/direct-routes");
  const { createPageTraffic } = await import("@/lib/http/server/page-traffic");
  const { loadStaticFiles } = await import("@/lib/http/server/static-files");
  const { framingOf } = await import("@/lib/api/framing");
  const { replacementOf } = await import("@/lib/api/gone-paths");
  const { scrubConsole } = await import("@/lib/kit/log");
  scrubConsole();
  const { PORT, HOST } = env();
  // Next.js never closes connections that request an upgrade, and only its development server needs upgrades. In
  // production, Next.js gets a separate server that does not listen, so it receives no upgrade requests.
  const upgradeServer = isDevelopmentServer ? server : createServer();
  // Imported late, because the primary of several processes does not need it.
  const { default: next } = await import("next");
  const app = next({ dev: isDevelopmentServer, hostname: HOST, port: PORT, httpServer: upgradeServer });
  await app.prepare();
  if (isDevelopmentServer) {
    await buildLibraries();
    await (await import("@/launch/pages/fonts")).writeFonts();
    await (await import("@/launch/pages/documents")).buildDocuments(".next/dev", "development");
  }
  const handle = app.getRequestHandler();
  const isDirect = env().DIRECT_DISPATCH && !isDevelopmentServer;
  const created = createListener(isDirect ? serveDirectly(readRouteFiles(), handle) : handle, {
    isDevelopmentServer,
    framingOf,
    replacementOf,
    ...readiness,
    isStopping: () => isStopping,
    ...(!isDevelopmentServer && {
      serveStaticFile: loadStaticFiles(),
      pageTraffic: createPageTraffic(),
    }),
  });
  const listener = traceRequests(created);
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  // Without a limit, so that Node.js drops none. The listener refuses requests with too many headers.
  server.maxHeadersCount = 0;
  server.on("clientError", refuseBrokenRequest);
  // The listener refuses unknown expectations. The answer of Node.js would lack our headers and a body.
  for (const event of ["request", "checkExpectation"] as const) {
    server.on(event, (request, response) => {
      // While the process stops, a keep-alive connection must close after its current request.
      if (isStopping) response.shouldKeepAlive = false;
      listener(request, response);
    });
  }
}

/** Loads the modules for the shutdown now, because a later build may replace the bundle of a running process. */
async function loadFinishWork(): Promise<() => Promise<void>> {
  const { finishAfterAnswers } = await import("@/lib/http/route/after-answer");
  const { writeLastRequests } = await import("@/lib/request-log/request-log");
  return async () => {
    await finishAfterAnswers();
    await writeLastRequests();
    await tracer()?.stop();
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenFailure(error, port, host)));
    server.listen(port, host, resolve);
  });
}
