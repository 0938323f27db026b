import { Agent } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import {
  allAnswered,
  ask,
  askAll,
  keptConnections,
  newConnections,
  stopWebDuring,
  untilComplete,
} from "@/tests/support/faults/in-flight";
import { cleanAround, isAlive, partsOf, preparedFolder, startLauncher, until } from "@/tests/support/http/launcher";
import { isServing, statusOf } from "@/tests/support/http/launcher-client";

cleanAround();

// The launcher starts the web server again after each stop, and the new one is cold. web-processes.launch.test.ts has
// the most important cases of two processes.
describe.each([1, 2])("SIGTERM to %i web processes with 60 requests in flight", (count) => {
  const dataDir = preparedFolder();
  let origin = "";

  beforeAll(async () => {
    origin = await startLauncher({ dataDir, env: { PORT: portOf(count), WEB_PROCESSES: String(count) } }).ready();
  });

  it("answers all of them, if the processes are cold", async () => {
    await untilComplete(dataDir, origin, count);
    expect(await stopWebDuring(dataDir, askAll(origin, newConnections()))).toEqual(allAnswered);
  });

  it("answers all of them, if the processes have served before", async () => {
    await untilComplete(dataDir, origin, count);
    await Promise.all(askAll(origin, newConnections()));
    expect(await stopWebDuring(dataDir, askAll(origin, newConnections()))).toEqual(allAnswered);
  });

  it("answers all of them on connections that were kept open", async () => {
    await untilComplete(dataDir, origin, count);
    const agent = keptConnections();
    await Promise.all(askAll(origin, agent));
    expect(await stopWebDuring(dataDir, askAll(origin, agent))).toEqual(allAnswered);
  });
});

// lib/http/server/listener.test.ts has the listener's part of it.
it("serves in the grace period, fails the readiness check, and keeps no connection open", async () => {
  const dataDir = preparedFolder();
  const env = { PORT: portOf(0), SHUTDOWN_GRACE_SECONDS: "1" };
  const origin = await startLauncher({ dataDir, env }).ready();
  const { web } = partsOf(dataDir);
  process.kill(web, "SIGTERM");
  await until("the failure of the readiness check", async () => !(await isServing(origin)));
  expect(await statusOf(`${origin}/readyz`)).toBe(503);
  const { statusCode, headers } = await ask(origin, new Agent({ keepAlive: true }));
  expect({ statusCode, connection: headers.connection }).toEqual({ statusCode: 401, connection: "close" });
  await until("the end of the web server", () => !isAlive(web));
});

/** Below the ports that the system gives to clients. */
const portOf = (count: number) => String(24_000 + count * 2_000 + (process.pid % 2_000));
