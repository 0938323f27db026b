import { createServer } from "node:http";
import pg from "pg";

/** The baseline for endpoints that write to the database: a bare node:http server with one insert per request. */
const [databaseUrl = "", port = "0"] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query("CREATE TABLE IF NOT EXISTS bench_row (id bigserial PRIMARY KEY, body text NOT NULL)");

createServer(async (_request, response) => {
  await pool.query({
    name: "insert",
    text: "INSERT INTO bench_row (body) VALUES ($1)",
    values: ["a row of a usual length, say"],
  });
  response.setHeader("content-type", "application/json").end('{"message":"OK"}');
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
