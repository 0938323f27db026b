import { createServer } from "node:http";

/** The merchants' webhook receivers in the benchmark. They accept every POST, except that /hang never answers. */
const [port = "0"] = process.argv.slice(2);

createServer((request, response) => {
  request.resume();
  if (request.url !== "/hang") request.on("end", () => response.writeHead(204).end());
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
