import pg from "pg";

/** Runs `work` while PostgreSQL does not vacuum. What earlier work left to vacuum would count as a cost of this work. */
export async function withoutAutovacuum<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const set = async (value: "on" | "off") => {
    await client.query(`ALTER SYSTEM SET autovacuum = ${value}`);
    await client.query("SELECT pg_reload_conf()");
  };
  await set("off");
  try {
    return await work();
  } finally {
    await set("on");
    await client.end();
  }
}
