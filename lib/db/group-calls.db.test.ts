import { describe, expect, it } from "vitest";
import { inTransaction, query } from "./client";
import { groupCalls } from "./group-calls";
import { sql } from "./sql";

/** Inserts counters and returns the sizes of the groups. The database refuses a counter that exists. */
function countingInserts() {
  const sizes: number[] = [];
  const insert = groupCalls(async (names: readonly string[]) => {
    sizes.push(names.length);
    const rows = await query<{ bucket: string }>(sql`
      INSERT INTO rate_window (bucket, hits, resets_at) SELECT name, 1, now() FROM unnest(${names}::text[]) AS name
      RETURNING bucket`);
    return names.map((name) => rows.find(({ bucket }) => bucket === name)?.bucket);
  });
  return { insert, sizes };
}

const exists = async (name: string) => {
  const rows = await query(sql`SELECT FROM rate_window WHERE bucket = ${name}`);
  return rows.length === 1;
};

describe("calls that wait at the same time", () => {
  it("share one statement, and each call gets its own result", async () => {
    const { insert, sizes } = countingInserts();
    expect(await Promise.all(["one", "two", "three"].map(insert))).toEqual(["one", "two", "three"]);
    expect(sizes).toEqual([3]);
  });

  it("never join a statement that already runs", async () => {
    const groups: string[][] = [];
    const call = groupCalls(async (names: readonly string[]) => {
      groups.push([...names]);
      if (groups.length === 1) later.push(call("second"), call("third"));
      return names;
    });
    const later: Promise<string>[] = [];
    await call("first");
    expect(await Promise.all(later)).toEqual(["second", "third"]);
    expect(groups).toEqual([["first"], ["second", "third"]]);
  });

  it("succeed although the database refuses the row of one of them", async () => {
    const { insert } = countingInserts();
    await insert("taken");
    const [before, refused, after] = await Promise.allSettled(["before", "taken", "after"].map(insert));
    expect(refused).toMatchObject({ status: "rejected", reason: { code: "23505" } });
    expect([before, after]).toMatchObject([{ value: "before" }, { value: "after" }]);
    expect([await exists("before"), await exists("after")]).toEqual([true, true]);
  });

  it("all fail if the database cannot be reached, and run only once", async () => {
    let runs = 0;
    const call = groupCalls(async () => {
      runs += 1;
      throw new Error("the connection was lost");
    });
    const outcomes = await Promise.allSettled([call("one"), call("two")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(runs).toBe(1);
  });

  it("do not wait for a group that is slow", async () => {
    let endSlowly = () => {};
    const isSlow = new Promise<void>((resolve) => {
      endSlowly = resolve;
    });
    const call = groupCalls(async (names: readonly string[]) => {
      if (names.includes("slow")) await isSlow;
      return names;
    });
    const slow = call("slow");
    await new Promise(setImmediate);
    expect(await call("quick")).toBe("quick");
    endSlowly();
    expect(await slow).toBe("slow");
  });
});

describe("a call inside a transaction", () => {
  it("runs alone and is rolled back with the transaction", async () => {
    const { insert, sizes } = countingInserts();
    const undone = inTransaction(async () => {
      await Promise.all([insert("inside"), insert("inside too")]);
      throw new Error("undone");
    });
    await Promise.all([expect(undone).rejects.toThrow("undone"), insert("outside")]);
    expect(sizes).toEqual([1, 1, 1]);
    expect([await exists("inside"), await exists("outside")]).toEqual([false, true]);
  });
});
