import { Agent, type IncomingMessage, request } from "node:http";
import { beforeAll, describe, expect, inject, it } from "vitest";
import {
  childrenOf,
  cleanAround,
  isAlive,
  partsOf,
  preparedFolder,
  startLauncher,
  until,
} from "@/tests/support/http/launcher";
import { isListening, isServing, statusOf } from "@/tests/support/http/launcher-client";

cleanAround();

const isDeep = inject("isDeep");
const inFlight = 60;
const allAnswered = Array(inFlight).fill(401);

// The launcher starts the web server again after each stop, and the new one is cold.
describe.each(isDeep ? [1, 2] : [2])("SIGTERM to %i web processes with 60 requests in flight", (count) => {
  const dataDir = preparedFolder();
  let origin = "";

  beforeAll(async () => {
    origin = await startLauncher({ dataDir, env: { PORT: portOf(count), WEB_PROCESSES: String(count) } }).ready();
  });

  it("answers all of them, if the processes are cold", async () => {
    await whenComplete();
    const answers = askAll(new Agent());
    await stopWeb();
    expect(await Promise.all(answers)).toEqual(allAnswered);
  });

  it.runIf(isDeep)("answers all of them, if the processes have served before", async () => {
    await whenComplete();
    await Promise.all(askAll(new Agent()));
    const answers = askAll(new Agent());
    await stopWeb();
    expect(await Promise.all(answers)).toEqual(allAnswered);
  });

  it("answers all of them on connections that were kept open", async () => {
    await whenComplete();
    const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
    await Promise.all(askAll(agent));
    const answers = askAll(agent);
    await stopWeb();
    expect(await Promise.all(answers)).toEqual(allAnswered);
  });

  const askAll = (agent: Agent) => Array.from({ length: inFlight }, async () => (await ask(origin, agent)).statusCode);

  async function whenComplete(): Promise<void> {
    await until("the web server", () => isListening(origin));
    await until("its processes", () => count === 1 || childrenOf(partsOf(dataDir).web).length === count);
  }

  /** Sends the signal as soon as the requests have left this process. */
  async function stopWeb(): Promise<void> {
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    const { web } = partsOf(dataDir);
    process.kill(web, "SIGTERM");
    await until("the end of the web server", () => !isAlive(web));
  }
});

// lib/http/server/listener.test.ts has the listener's part of it.
it.runIf(isDeep)("serves in the grace period, fails the readiness check, and keeps no connection open", async () => {
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

function ask(origin: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api/user/api-keys`, { agent }, (response) => {
      response.resume().once("end", () => resolve(response));
    });
    sent.once("error", reject);
    sent.end();
  });
}
