import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findFreePort } from "@/launch/processes";
import {
  expectBooksComplete,
  type FaultBed,
  secondsUntilHealthy,
  startFaultBed,
} from "@/tests/support/faults/fault-bed";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { type Shoppers, startShoppers } from "@/tests/support/faults/shoppers";
import { cleanAround, temporaryFolder, until } from "@/tests/support/http/launcher";

/**
 * The primary server dies while customers pay, and its streaming replica is promoted. With synchronous replication, no
 * confirmed payment is lost, no payer is charged twice, and the product recovers in the time that docs/operations.md
 * states.
 */
cleanAround();
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let primary: Cluster;
let replica: Cluster;
let bed: FaultBed;

beforeEach(async () => {
  const folder = temporaryFolder();
  primary = await startCluster(folder, ["synchronous_commit=on"]);
  const port = await findFreePort();
  replica = await primary.backUp({ name: "replica", port, files: { "standby.signal": "" } });
  await replica.start([`primary_conninfo=${primary.url}`]);
  // From here on, a commit is confirmed only when the replica has it.
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query("SELECT pg_reload_conf()");
  await until("the synchronous replica", async () => {
    const [standby] = await primary.query<{ state: string }>("SELECT sync_state AS state FROM pg_stat_replication");
    return standby?.state === "sync";
  });
  const { username, password, port: primaryPort } = new URL(primary.url);
  const servers = `127.0.0.1:${primaryPort},127.0.0.1:${port}`;
  const DATABASE_URL = `postgresql://${username}:${password}@${servers}/tradewind?target_session_attrs=read-write`;
  bed = await startFaultBed({ folder, directUrl: primary.url, settings: { DATABASE_URL } });
});

afterEach(async () => {
  await bed?.stop();
  await replica?.stop();
  await primary?.stop();
});

async function startPayments(): Promise<Shoppers> {
  const shoppers = startShoppers(bed.origins);
  await until("payments", () => shoppers.confirmed.length >= 100 || shoppers.wrong.length > 0);
  return shoppers;
}

async function expectPayments(shoppers: Shoppers): Promise<void> {
  const before = shoppers.confirmed.length;
  await until("payments on the new server", () => shoppers.confirmed.length >= before + 50);
  await expectBooksComplete(bed, replica.url, shoppers);
}

it("a failover to a replica loses and doubles no payment, and needs no restart", async () => {
  const shoppers = await startPayments();
  await primary.stop("SIGKILL");
  await until("refusals", () => shoppers.refusals > 0);
  await replica.query("SELECT pg_promote()");
  const seconds = await secondsUntilHealthy(bed);
  await expectPayments(shoppers);
  expect(seconds).toBeLessThan(10);
});

it("a failover from a machine that vanishes takes at most the time limits of a transaction and a connection", async () => {
  const shoppers = await startPayments();
  const lostAt = performance.now();
  primary.freeze();
  await replica.query("SELECT pg_promote()");
  await secondsUntilHealthy(bed);
  const seconds = (performance.now() - lostAt) / 1000;
  await expectPayments(shoppers);
  // The defaults of DATABASE_TRANSACTION_SECONDS and DATABASE_CONNECT_SECONDS, and time for the payment itself.
  expect(seconds).toBeLessThan(15 + 5 + 3);
});
