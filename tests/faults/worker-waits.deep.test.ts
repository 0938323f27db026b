import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import { migrationNames } from "@/lib/db/migrations/migrate-files";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import {
  cleanAround,
  type Run,
  run,
  runScript,
  scriptProgram,
  temporaryFolder,
  until,
} from "@/tests/support/http/launcher";
import { isServing, statusOf } from "@/tests/support/http/launcher-client";

cleanAround();

// These tests share one database and depend on their order.
let cluster: Cluster;
let env: Record<string, string>;
let origin: string;

beforeAll(async () => {
  const folder = temporaryFolder();
  cluster = await startCluster(folder);
  const port = String(await findFreePort());
  origin = `http://127.0.0.1:${port}`;
  env = { DATABASE_URL: cluster.url, APP_ENV: "development", DATA_DIR: join(folder, "data"), WORKER_PORT: port };
});
afterAll(() => cluster?.stop());

const messages = ({ output }: Run) => output().match(/"msg":"[^"]*"/g);
const unmigrated = '"msg":"waiting for the database: The database has no current schema. Run «npm run migrate» first."';

/** Starts a worker, and returns it when it has waited for three seconds. It looks at the database every second. */
async function startWaitingWorker(): Promise<Run> {
  const worker = run(scriptProgram("scripts/worker.ts"), { env });
  await until("the worker to wait", () => worker.output().includes("waiting"), worker.output);
  await new Promise((done) => setTimeout(done, 3_000));
  expect(await statusOf(`${origin}/readyz`)).toBe(503);
  return worker;
}

async function expectToWork(worker: Run): Promise<void> {
  await until("the worker to work", () => worker.output().includes("The worker runs."), worker.output);
  await until("the worker to be ready", () => isServing(origin), worker.output);
  worker.child.kill("SIGTERM");
  expect(await worker.exitCode()).toBe(0);
}

it("a worker that starts before the first migration says once why it waits, and works after the migration", async () => {
  const worker = await startWaitingWorker();
  expect(messages(worker)).toEqual([unmigrated]);
  expect(await runScript("scripts/migrate.ts", [], { env })).toMatchObject({ exitCode: 0 });
  await expectToWork(worker);
});

it("a worker that starts before the newest migration runs no sweep on the old schema, and works after it", async () => {
  const [newest] = migrationNames().slice(-1);
  const where = `WHERE migration_name = '${newest}'`;
  await cluster.query(`UPDATE _prisma_migrations SET finished_at = NULL ${where}`);
  const worker = await startWaitingWorker();
  expect(messages(worker)).toEqual([unmigrated]);
  await cluster.query(`UPDATE _prisma_migrations SET finished_at = now() ${where}`);
  await expectToWork(worker);
});

it("a worker that starts while the database is down names the cause, and works when the database is back", async () => {
  await cluster.stop();
  const worker = await startWaitingWorker();
  expect(messages(worker)).toEqual([
    '"msg":"The database is unreachable."',
    '"msg":"waiting for the database: The database is unreachable."',
  ]);
  await cluster.start();
  await expectToWork(worker);
});

it("a worker that waits ends on a signal", async () => {
  await cluster.stop();
  const worker = await startWaitingWorker();
  worker.child.kill("SIGTERM");
  expect(await worker.exitCode()).toBe(0);
});
