import { Agent, type IncomingMessage, request } from "node:http";
import { childrenOf, isAlive, partsOf, until } from "@/tests/support/http/launcher";
import { isListening } from "@/tests/support/http/launcher-client";

/** Requests that are in flight while the web server of an installation gets a SIGTERM. */

const inFlight = 60;
export const allAnswered = Array(inFlight).fill(401);

export const newConnections = () => new Agent();
export const keptConnections = () => new Agent({ keepAlive: true, maxSockets: inFlight });

export function ask(origin: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api/user/api-keys`, { agent }, (response) => {
      response.resume().once("end", () => resolve(response));
    });
    sent.once("error", reject);
    sent.end();
  });
}

export const askAll = (origin: string, agent: Agent): Promise<number | undefined>[] =>
  Array.from({ length: inFlight }, async () => (await ask(origin, agent)).statusCode);

/** Waits until the launcher has started all web processes, again if they were stopped. */
export async function untilComplete(dataDir: string, origin: string, processCount: number): Promise<void> {
  await until("the web server", () => isListening(origin));
  await until("its processes", () => processCount === 1 || childrenOf(partsOf(dataDir).web).length === processCount);
}

/** Waits until requests have left this process. */
export const untilSent = () => new Promise((done) => setImmediate(() => setImmediate(done)));

/** Stops the web server as soon as the requests are sent, and returns their statuses. */
export async function stopWebDuring(dataDir: string, answers: Promise<number | undefined>[]) {
  await untilSent();
  const { web } = partsOf(dataDir);
  process.kill(web, "SIGTERM");
  await until("the end of the web server", () => !isAlive(web));
  return Promise.all(answers);
}
