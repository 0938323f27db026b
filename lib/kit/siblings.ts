import cluster from "node:cluster";

/**
 * Messages between the web processes that share one port. Each has a channel to the primary process, which passes them
 * on (launch/web-processes.ts).
 */
export type MetricsJson = { name: string; type: unknown }[];

export type ToPrimary =
  /** Sends its metrics, and asks for those of all other processes and of those that ended. */
  { kind: "ask-metrics"; id: string; metrics: MetricsJson } | { kind: "metrics"; id: string; metrics: MetricsJson };

export type ToProcess =
  | { kind: "ask-metrics"; id: string }
  | { kind: "all-metrics"; id: string; metrics: MetricsJson[] };

/** Whether this process is one of several web processes on one port. */
export const hasSiblings = (): boolean => cluster.isWorker;

/** Does nothing in a process without siblings. */
export function sendToPrimary(message: ToPrimary): void {
  if (hasSiblings() && process.connected) process.send?.(message);
}

/** Calls `receive` for each message of the primary process. Returns a function that stops it. */
export function onMessage(receive: (message: ToProcess) => void): () => void {
  if (!hasSiblings()) return () => {};
  process.on("message", receive);
  return () => process.off("message", receive);
}
