import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { benchDeliveries } from "./bench/deliveries";
import { benchHistory } from "./bench/history";
import { buildProduct } from "./launch/build";
import { type Child, startChild } from "./launch/children";
import { startPostgres } from "./launch/postgres";
import { findFreePort } from "./launch/processes";
import { bundleOf } from "./launch/stamps.mjs";

/**
 * `npm run bench` compares the throughput of our endpoints with an empty Next.js handler and with a bare node:http + pg
 * insert. It then measures webhooks per second, and the cost of a page of history as the history grows.
 * Compare the ratios within one run: the absolute numbers depend on the machine.
 */
const seconds = 4;
const connections = 10;

type Target = { name: string; url: string; method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };
type Row = { name: string; perSecond: number; p50: number; p99: number; errors: number };

const paymentRequest = {
  account_number: sandbox.merchant.accountNumber,
  country_code: "TT",
  currency: "TTD",
  environment: "sandbox",
  fee_structure: "customer_pay",
  method: "credit_card_co",
  order_id: "bench",
  origin: "bench",
  response_url: "https://shop.example/return",
  total: "10.00",
  email: "customer@example.com",
};

const folder = mkdtempSync(join(tmpdir(), "tradewind-bench-"));
// For root, PostgreSQL runs as another user, who must be able to enter the folder.
chmodSync(folder, 0o755);
const running: Child[] = [];
try {
  await buildProduct();
  const targets = await prepare();
  const rows: Row[] = [];
  for (const target of targets) rows.push(await measure(target));
  print(rows);
  await benchDeliveries(folder, running);
  await benchHistory(env().PUBLIC_URL, env().DATABASE_URL ?? "");
} finally {
  for (let child = running.pop(); child; child = running.pop()) await child.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function prepare(): Promise<Target[]> {
  const postgres = await startPostgres(folder);
  running.push(postgres);
  const [port, barePort] = [await findFreePort(), await findFreePort()];
  extendEnv({
    APP_ENV: "development",
    APP_SECRET: "a secret for the bench: 0123456789 abcdef",
    DATABASE_URL: postgres.url,
    RATE_LIMIT_FACTOR: "100000",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "info",
  });
  const { migrate } = await import("@/lib/db/migrate");
  const { seedSandbox } = await import("@/lib/accounts/seed-sandbox");
  await migrate(postgres.url);
  await seedSandbox();
  const childEnv = { ...rawEnv(), NODE_ENV: "production" };
  const web = startChild({
    title: "The web server",
    args: [bundleOf("web")],
    env: childEnv,
    logFile: join(folder, "web.log"),
  });
  const bare = startChild({
    title: "The bare server",
    args: ["--import", "tsx", "scripts/bench/bare-server.ts", String(barePort), postgres.url],
    env: childEnv,
  });
  running.push(web, bare);
  await Promise.all([web.ready, bare.ready]);
  return listTargets(`http://127.0.0.1:${port}`, `http://127.0.0.1:${barePort}/`);
}

async function listTargets(origin: string, bare: string): Promise<Target[]> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const credentials = {
    email: sandbox.merchant.email,
    password: sandbox.password,
    scopes: "svc-accounts-all svc-user-all",
  };
  const grant: Target = {
    name: "POST /auth/tokens (argon2id)",
    url: `${origin}/api/auth/tokens`,
    method: "POST",
    headers: form,
    body: new URLSearchParams(credentials).toString(),
  };
  const answer = await fetch(grant.url, { method: "POST", headers: form, body: grant.body ?? "" });
  const { access_token } = (await answer.json()) as { access_token: string };
  const account = `${origin}/api/accounts/${sandbox.merchant.accountNumber}`;
  return [
    { name: "empty Next.js handler", url: `${origin}/healthz` },
    { name: "bare node:http + pg insert", url: bare },
    {
      name: "POST /plugins/payments/request",
      url: `${origin}/plugins/payments/request`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(paymentRequest),
    },
    { name: "GET /accounts/{n}, bearer", url: account, headers: { authorization: `Bearer ${access_token}` } },
    { name: "GET /accounts/{n}, API key", url: account, headers: { "x-svc-key": sandbox.apiKey } },
    {
      name: "POST /accounts, refused by its schema",
      url: `${origin}/api/accounts`,
      method: "POST",
      headers: { "x-svc-key": sandbox.apiKey, ...form },
      body: "email=unknown",
    },
    { name: "GET /accounts/{n}, no credential", url: account },
    grant,
  ];
}

async function measure({ name, ...target }: Target): Promise<Row> {
  await autocannon({ ...target, connections, duration: 1 });
  const {
    requests,
    latency,
    errors,
    "5xx": failures,
  } = await autocannon({ ...target, connections, duration: seconds });
  return { name, perSecond: requests.average, p50: latency.p50, p99: latency.p99, errors: errors + failures };
}

function print(rows: Row[]): void {
  const [empty, bare] = rows;
  const share = (row: Row, of: Row | undefined) => `${((row.perSecond / (of?.perSecond ?? 1)) * 100).toFixed(0)} %`;
  console.log(`\n${connections} connections, ${seconds} s each\n`);
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        row.name,
        {
          "req/s": Math.round(row.perSecond),
          "of empty handler": share(row, empty),
          "of bare insert": share(row, bare),
          "p50 ms": row.p50,
          "p99 ms": row.p99,
          errors: row.errors,
        },
      ]),
    ),
  );
}
