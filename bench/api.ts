import { sandbox } from "@/lib/reference/sandbox";
import { startEmptyApp } from "./baseline";
import { compareThroughput, loadCaption, percentOf, type Target, type Throughput } from "./load";
import type { Measured, Table } from "./must-hold";
import { paymentRequest, paymentRequestPath } from "./payer";
import type { Product } from "./product";
import { startServer } from "./program";
import type { Effort } from "./rounds";

/** Compares the throughput of our endpoints with an empty Next.js route and with a bare node:http + pg insert. */
const names = {
  emptyRoute: "empty Next.js route",
  bareInsert: "bare node:http + pg insert",
  request: "POST /plugins/payments/request",
  bearer: "GET /accounts/{n}, bearer",
  key: "GET /accounts/{n}, API key",
  refused: "POST /accounts, refused by its schema",
  anonymous: "GET /accounts/{n}, no credential",
  grant: "POST /auth/tokens (argon2id)",
} as const;
type Name = keyof typeof names;
type Always = "emptyRoute" | "bareInsert" | "request";
type Rows = Record<Always, Throughput> & Partial<Record<Name, Throughput>>;

export async function benchApi(product: Product, effort: Effort): Promise<Measured> {
  const empty = await startEmptyApp(product.folder);
  const args = ["--import", "tsx", "bench/bare-server.ts", product.databaseUrl];
  const bare = await startServer({ title: "bare server", args, folder: product.folder });
  const { request, ...others } = await listEndpoints(product.origin);
  const baselines = { emptyRoute: { url: empty.route }, bareInsert: { url: `${bare.origin}/` } };
  const targets: Record<Always, Target> = { ...baselines, request, ...(effort === "whole" && others) };
  const rows: Rows = await compareThroughput(targets, effort);
  await Promise.all([empty.stop(), bare.stop()]);
  const ofEmptyRoute = (row: Throughput) => percentOf(row, rows.emptyRoute);
  return {
    caption: `API, ${loadCaption(effort)}`,
    table: tableOf(rows),
    figures: {
      requestOfEmptyRoute: ofEmptyRoute(rows.request),
      requestOfBareInsert: percentOf(rows.request, rows.bareInsert),
      ...(rows.bearer && { bearerOfEmptyRoute: ofEmptyRoute(rows.bearer) }),
      ...(rows.key && { keyOfEmptyRoute: ofEmptyRoute(rows.key) }),
    },
  };
}

async function listEndpoints(origin: string): Promise<Record<Exclude<Name, "emptyRoute" | "bareInsert">, Target>> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const credentials = {
    email: sandbox.merchant.email,
    password: sandbox.password,
    scopes: "svc-accounts-all svc-user-all",
  };
  const body = new URLSearchParams(credentials).toString();
  const grant = { url: `${origin}/api/auth/tokens`, method: "POST", headers: form, body } as const;
  const answer = await fetch(grant.url, grant);
  const { access_token } = (await answer.json()) as { access_token: string };
  const account = `${origin}/api/accounts/${sandbox.merchant.accountNumber}`;
  return {
    request: {
      url: `${origin}${paymentRequestPath}`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: paymentRequest(sandbox.merchant.accountNumber, "bench"),
    },
    bearer: { url: account, headers: { authorization: `Bearer ${access_token}` } },
    key: { url: account, headers: { "x-svc-key": sandbox.apiKey } },
    refused: {
      url: `${origin}/api/accounts`,
      method: "POST",
      headers: { "x-svc-key": sandbox.apiKey, ...form },
      body: "email=unknown",
      status: 400,
    },
    anonymous: { url: account, status: 401 },
    grant,
  };
}

function tableOf(rows: Rows): Table {
  const share = (row: Throughput, of: Throughput) => `${percentOf(row, of).toFixed(0)} %`;
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      names[name as Name],
      {
        "req/s": Math.round(row.perSecond),
        "of empty route": share(row, rows.emptyRoute),
        "of bare insert": share(row, rows.bareInsert),
        "p50 ms": row.p50,
        "p99 ms": row.p99,
        failures: row.failures,
      },
    ]),
  );
}
