import cluster, { type Worker } from "node:cluster";
import { realpathSync } from "node:fs";
import { second } from "@/lib/kit/clock";
import type { ToPrimary } from "@/lib/kit/siblings";
import { drainOnSignal, reportReady, webDrainMs } from "./drain";
import { createRelay } from "./process-relay";
import { endOf, gaveUpCode, stopProcess } from "./processes";

/** A process that ends sooner than this has failed. After several failures in a row, the primary gives up. */
const steadyAfterMs = 10 * second;
const failuresMax = 5;
const restartAfterMs = 200;

/**
 * Runs several web processes on one port. `node:cluster` opens the port in this process and hands each connection to
 * one of them in turn. It is ready when the first one serves: the others start afterwards, so that they do not slow
 * down the start.
 */
export async function runWebProcesses(count: number, sentence: string): Promise<void> {
  chooseScript();
  const relay = createRelay();
  /** Longer than a web process takes to drain. */
  const limitMs = webDrainMs() + 2 * second;
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(alive.map((worker) => stopProcess(worker.process, "SIGTERM", limitMs)));
  };
  const fork = (): Worker => {
    const worker = cluster.fork();
    closeLostConnection(worker);
    worker.on("message", (message: ToPrimary | "ready") => message !== "ready" && relay.receive(worker, message));
    return worker;
  };
  /** Starts the process again whenever it ends. */
  const keepRunning = async (first: Worker): Promise<void> => {
    let worker = first;
    for (let failures = 0; ; ) {
      const startedAt = performance.now();
      const reason = await endOf(worker.process);
      await relay.forget(worker);
      if (isStopping) return;
      failures = performance.now() - startedAt < steadyAfterMs ? failures + 1 : 0;
      if (failures > failuresMax) return giveUp(stop);
      console.error(`  A web process ended (${reason}) and is started again.`);
      await new Promise((done) => setTimeout(done, restartAfterMs * 2 ** failures));
      if (isStopping) return;
      worker = fork();
      isReady(worker).then((isServing) => isServing && relay.welcome(worker));
    }
  };

  // Before the first process listens, because a signal must not end it while it has accepted connections.
  drainOnSignal(stop, limitMs);
  const first = fork();
  const isServing = await isReady(first);
  if (isStopping) return;
  // A process that fails at the start has printed the reason.
  if (!isServing) process.exit(1);
  relay.welcome(first);
  reportReady(sentence);
  void keepRunning(first);
  for (let started = 1; started < count && !isStopping; started++) {
    const next = fork();
    void keepRunning(next);
    if (await isReady(next)) relay.welcome(next);
  }
}

/**
 * The bundle runs as it is. The TypeScript file needs `run.mjs`, which loads tsx. The primary has checked the build.
 */
function chooseScript(): void {
  const [, script = "", ...given] = process.argv;
  const args = [...given.filter((argument) => argument !== "--built"), "--built"];
  if (script.endsWith(".ts")) cluster.setupPrimary({ exec: "scripts/run.mjs", args: ["web", ...args] });
  // The path may contain a link to the current release, which an upgrade changes while this release runs.
  else cluster.setupPrimary({ exec: realpathSync(script), args });
}

/**
 * Node.js hands a connection to a process and closes its own copy when the process has confirmed it. If the process is
 * killed before, the copy would stay open and the client would wait for ever. Closing a handle twice is harmless.
 */
function closeLostConnection({ process: child }: Worker): void {
  let last: unknown;
  const { send } = child;
  child.send = (...args: unknown[]): boolean => {
    last = args[1] ?? last;
    return Reflect.apply(send, child, args);
  };
  child.once("exit", () => {
    if (last instanceof Object && "close" in last && typeof last.close === "function") last.close();
  });
}

async function isReady(worker: Worker): Promise<boolean> {
  const ready = new Promise<true>((resolve) =>
    worker.on("message", (message: unknown) => message === "ready" && resolve(true)),
  );
  return (await Promise.race([ready, endOf(worker.process)])) === true;
}

async function giveUp(stop: () => Promise<void>): Promise<void> {
  console.error("  The web processes end again and again soon after their start. Their log says why.");
  await stop();
  process.exit(gaveUpCode);
}
