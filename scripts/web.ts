import { createServer } from "node:http";
import next from "next";
import { createListener } from "@/lib/http/listener";
import { env } from "@/lib/kit/env";
import { buildPages, generateClient } from "./launch/build";
import { completeKeys, reportFailure } from "./launch/command";
import { drainOnSignal } from "./launch/drain";

/** One web process. Several can share one PostgreSQL. */
const drainMs = 25_000;
const requestTimeoutMs = 60_000;
const isDevelopmentServer = process.argv.includes("--dev");

try {
  completeKeys();
  await (isDevelopmentServer ? generateClient() : buildPages());
  const { PORT, HOST } = env();
  const app = next({ dev: isDevelopmentServer, hostname: HOST, port: PORT });
  await app.prepare();
  const serveNext = app.getRequestHandler();
  const server = createServer(
    createListener((request, response) => void serveNext(request, response), { isDevelopmentServer }),
  );
  server.requestTimeout = requestTimeoutMs;

  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(PORT, HOST, resolve));
  process.send?.("ready");
  if (!process.send) console.log(`Serving on http://${HOST}:${PORT}`);

  drainOnSignal(async () => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(sweep);
  }, drainMs);
} catch (error) {
  reportFailure(error);
  process.exit();
}
