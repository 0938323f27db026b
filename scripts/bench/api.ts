import autocannon from "autocannon";
import { rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { findFreePort } from "../launch/processes";
import type { Figures } from "./must-hold";
import { paymentRequest, paymentRequestPath } from "./payer";
import type { Product } from "./product";
import { startProgram } from "./program";

/** Compares the throughput of our endpoints with an empty Next.js handler and with a bare node:http + pg insert. */
const seconds = 4;
const connections = 10;

type Target = { name: string; url: string; method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };
type Row = { name: string; perSecond: number; p50: number; p99: number; errors: number };

export async function benchApi(product: Product): Promise<Figures> {
  const port = await findFreePort();
  const bare = await startProgram({
    title: "The bare server",
    args: ["--import", "tsx", "scripts/bench/bare-server.ts", String(port), product.databaseUrl],
    env: { ...rawEnv(), NODE_ENV: "production" },
    logFile: `${product.folder}/bare.log`,
  });
  const rows: Row[] = [];
  for (const target of await listTargets(product.origin, `http://127.0.0.1:${port}/`)) rows.push(await measure(target));
  await bare.stop();
  print(rows);
  return {};
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
      url: `${origin}${paymentRequestPath}`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: paymentRequest(sandbox.merchant.accountNumber, "bench"),
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
