import { processWide } from "@/lib/kit/process-wide";

/** Counts events of this process at the moment they happen. lib/http/telemetry/process-metrics.ts implements it. */
export type Meters = {
  /** A checkout session got its result. */
  payment(result: { environment: string; purpose: string; status: string; code: string }): void;
  gatewayCall(call: {
    environment: string;
    acquirer: string;
    gateway: string;
    operation: string;
    outcome: string;
    seconds: number;
  }): void;
  /** A browser reported a violation of a page's Content-Security-Policy. */
  violation(report: { page: string; directive: string }): void;
  webhookAttempt(attempt: { result: "delivered" | "failed"; seconds: number }): void;
  /**
   * A task of this worker. Its counters begin with 0, because an alert does not see the value that a series begins
   * with.
   */
  task(name: string): void;
  /** The label is not called `job`, because Prometheus uses that name for a group of targets. */
  job(run: { task: string; result: "success" | "failure"; seconds: number }): void;
};

const holder = processWide<{ meters?: Meters }>("meters", () => ({}));

/** Undefined in a process without `/metrics`, such as a command. It then counts nothing. */
export const meters = (): Meters | undefined => holder.meters;

export function installMeters(installed: Meters): void {
  holder.meters = installed;
}
