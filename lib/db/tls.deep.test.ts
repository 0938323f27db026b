import { execFileSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseUser } from "@/launch/postgres-home";
import { env, extendEnv } from "@/lib/kit/env";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { cleanAround, succeeds, temporaryFolder } from "@/tests/support/http/launcher";
import { db, query } from "./client";
import { disconnect } from "./connection";
import { outageOf } from "./outage";
import { openClient } from "./servers";
import { sql } from "./sql";

cleanAround();
const hasOpenssl = succeeds("openssl", ["version"]);

/** Makes an authority, and a certificate for `localhost` that it signed. */
function makeCertificates(folder: string): { ca: string; cert: string; key: string } {
  const [ca, caKey, cert, key] = ["ca.pem", "ca.key", "server.pem", "server.key"].map((name) => join(folder, name));
  const newKey = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-x509"];
  const run = (args: (string | undefined)[]) => execFileSync("openssl", args as string[], { stdio: "ignore" });
  run(["req", ...newKey, "-subj", "/CN=authority", "-keyout", caKey, "-out", ca]);
  const signed = ["-CA", ca, "-CAkey", caKey, "-addext", "subjectAltName=DNS:localhost"];
  run(["req", ...newKey, ...signed, "-subj", "/CN=localhost", "-keyout", key, "-out", cert]);
  return { ca: ca ?? "", cert: cert ?? "", key: key ?? "" };
}

describe.runIf(hasOpenssl)("TLS to the database", () => {
  let cluster: Cluster;
  let ca = "";
  const ownUrl = env().DATABASE_URL ?? "";
  const urlOf = (host: string, parameters: string) => {
    const url = new URL(cluster.url);
    url.hostname = host;
    return `${url.href}?${parameters}`;
  };
  const connectTo = async (url: string) => {
    await disconnect();
    extendEnv({ DATABASE_URL: url });
  };

  beforeAll(async () => {
    const folder = temporaryFolder();
    const { cert, key, ...made } = makeCertificates(folder);
    ca = made.ca;
    chmodSync(key, 0o600);
    const user = databaseUser(folder);
    if (user) chownSync(key, user.uid, user.gid);
    cluster = await startCluster(folder, ["ssl=on", `ssl_cert_file=${cert}`, `ssl_key_file=${key}`]);
  });
  afterAll(async () => {
    await disconnect();
    extendEnv({ DATABASE_URL: ownUrl });
    await cluster?.stop();
  });

  it.each(["verify-full", "require"])("sslmode=%s encrypts and verifies the certificate and the host", async (mode) => {
    await connectTo(urlOf("localhost", `sslmode=${mode}&sslrootcert=${ca}`));
    expect(await query(sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`)).toEqual([{ ssl: true }]);
    const client = await openClient(env().DATABASE_URL ?? "");
    await client.end();
  });

  it.each([
    ["an authority that is not known", "localhost", "sslmode=verify-full"],
    ["another host", "127.0.0.1", "sslmode=verify-full&sslrootcert="],
  ])("a certificate of %s is an outage", async (_what, host, parameters) => {
    await connectTo(urlOf(host, parameters.endsWith("=") ? `${parameters}${ca}` : parameters));
    const reason = "The certificate of the database cannot be verified.";
    expect(await query(sql`SELECT 1`).catch(outageOf)).toBe(reason);
    expect(await db().account.count().catch(outageOf)).toBe(reason);
  });
});
