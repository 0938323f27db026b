import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { storeTimeouts } from "@/lib/db/migrations/role-timeouts";
import { expectBooksComplete, secondsUntilHealthy, startFaultBed } from "@/tests/support/faults/fault-bed";
import { hasPgBouncer, startPgBouncer } from "@/tests/support/faults/pgbouncer";
import { startCluster } from "@/tests/support/faults/postgres-cluster";
import { startShoppers } from "@/tests/support/faults/shoppers";
import { cleanAround, temporaryFolder, until } from "@/tests/support/http/launcher";

cleanAround();

/** The settings of PgBouncer that docs/operations.md recommends. */
function settingsOfGuide(): string[] {
  const [, lines = ""] = /```ini\n; pgbouncer\.ini\n(.*?)```/s.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  return lines.trim().split("\n");
}

it.runIf(hasPgBouncer)(
  "through PgBouncer, payments survive a restart of the database, and processes that it refuses wait for a connection",
  async () => {
    const folder = temporaryFolder();
    const cluster = await startCluster(folder);
    // Fewer clients than the connections of the pools, and fewer connections to the server than clients.
    const settings = ["max_client_conn = 15", "default_pool_size = 5", ...settingsOfGuide()];
    const bouncer = await startPgBouncer(folder, cluster.url, settings);
    await storeTimeouts(cluster.url, new URL(cluster.url).username);
    const bed = await startFaultBed({
      folder,
      directUrl: cluster.url,
      settings: {
        DATABASE_URL: bouncer.urlOf(cluster.url),
        DIRECT_DATABASE_URL: cluster.url,
        PREPARED_STATEMENTS: "false",
      },
    });
    try {
      const shoppers = startShoppers(bed.origins, 40);
      await until("payments", () => shoppers.confirmed.length >= 200 || shoppers.wrong.length > 0);
      expect([shoppers.refusals, shoppers.wrong]).toEqual([0, []]);
      await cluster.stop();
      await cluster.start();
      expect(await secondsUntilHealthy(bed)).toBeLessThan(10);
      await expectBooksComplete(bed, cluster.url, shoppers);
    } finally {
      await bed.stop();
      await bouncer.stop();
      await cluster.stop();
    }
  },
  300_000,
);
