import { createServer } from "node:http";
import next from "next";

/** A node:http server around Next.js answers as fast as `next start`, and is what the product does. */
const port = Number(process.argv[2]);
const app = next({ dev: false, dir: import.meta.dirname, hostname: "127.0.0.1", port });
await app.prepare();
const handle = app.getRequestHandler();
createServer((request, response) => void handle(request, response)).listen(port, "127.0.0.1", () =>
  process.send?.("ready"),
);
