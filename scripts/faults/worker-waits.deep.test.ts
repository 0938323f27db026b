import { join } from "node:path";
import { expect, it } from "vitest";
import { startCluster } from "@/tests/support/faults/postgres-cluster";
import { cleanAround, run, runScript, scriptProgram, temporaryFolder, until } from "@/tests/support/http/launcher";

cleanAround();

it("a worker that starts before the first migration says once what it waits for, and works after it", async () => {
  const folder = temporaryFolder();
  const cluster = await startCluster(folder);
  const env = { DATABASE_URL: cluster.url, APP_ENV: "development", DATA_DIR: join(folder, "data") };
  try {
    const worker = run(scriptProgram("scripts/worker.ts"), { env });
    await until("the worker to wait", () => worker.output().includes("waiting"), worker.output);
    // The worker looks every second.
    await new Promise((done) => setTimeout(done, 3_000));
    expect(worker.output().match(/"msg":"[^"]*"/g)).toEqual([
      '"msg":"waiting for the database: The database has no current schema. Run «npm run migrate» first."',
    ]);
    expect(await runScript("scripts/migrate.ts", [], { env })).toMatchObject({ exitCode: 0 });
    await until("the worker to work", () => worker.output().includes("The worker runs."), worker.output);
    worker.child.kill("SIGTERM");
    expect(await worker.exitCode()).toBe(0);
  } finally {
    await cluster.stop();
  }
});
