import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { inSavepoint, inTransaction, query } from "./client";
import { sql } from "./sql";

/** Inserts into a table that no other test reads as a whole, so the rows disturb no other test. */
const insert = (bucket: string) => sql`
  INSERT INTO rate_window (bucket, hits, resets_at) VALUES (${bucket}, 1, ${new Date("2100-01-01T00:00:00Z")})`;

describe("A savepoint", () => {
  const failing = (work: () => Promise<unknown>) =>
    inSavepoint(async () => {
      await work();
      throw new Error("The work fails.");
    }).catch(() => {});
  const bucketsOf = async (buckets: readonly string[]) => {
    const rows = await query<{ bucket: string }>(sql`SELECT bucket FROM rate_window WHERE bucket = ANY (${buckets})`);
    await query(sql`DELETE FROM rate_window WHERE bucket = ANY (${buckets})`);
    return buckets.filter((bucket) => rows.some((row) => row.bucket === bucket));
  };

  it.each([
    ["succeeded", inSavepoint],
    ["failed", failing],
  ])("that fails rolls back all its work, also if a savepoint in it %s", async (_how, nested) => {
    const [before, outer, inner, after] = [newUlid(), newUlid(), newUlid(), newUlid()];
    await inTransaction(async () => {
      await query(insert(before));
      await failing(async () => {
        await query(insert(outer));
        await nested(() => query(insert(inner)));
      });
      await query(insert(after));
    });
    expect(await bucketsOf([before, outer, inner, after])).toEqual([before, after]);
  });

  it("rolls back only its own work if it is in another one", async () => {
    const [outer, first, inner, second] = [newUlid(), newUlid(), newUlid(), newUlid()];
    await inTransaction(() =>
      inSavepoint(async () => {
        await query(insert(outer));
        await inSavepoint(() => query(insert(first)));
        await failing(() => query(insert(inner)));
        await inSavepoint(() => query(insert(second)));
      }),
    );
    expect(await bucketsOf([outer, first, inner, second])).toEqual([outer, first, second]);
  });

  it("costs one statement, and releases the savepoint of the same depth before it", async () => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const release = sql`RELEASE SAVEPOINT depth_1`;
    const twice = inTransaction(async () => {
      for (let time = 0; time < 3; time++) await failing(() => inSavepoint(async () => {}));
      // BEGIN, and per round two savepoints and one rollback.
      expect(sent).toHaveBeenCalledTimes(1 + 3 * 3);
      expect(await query(release)).toEqual([]);
      // A savepoint of an earlier round would be released now.
      await query(release);
    });
    await expect(twice).rejects.toThrow('savepoint "depth_1" does not exist');
    expect(sent).toHaveBeenCalledTimes(1 + 3 * 3 + 2 + 1);
    sent.mockRestore();
  });
});
