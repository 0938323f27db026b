import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import type { DeskView } from "@/lib/dashboard/views/operator-desk";

type AcquirerHealth = NonNullable<DeskView["acquirer"]>;
type Gateway = AcquirerHealth["gateways"][number];

const outcomeWords: Record<AcquirerHealth["outcomes"][number]["outcome"], string> = {
  approved: "Approved",
  declined: "Declined",
  unknown: "Unknown: the acquirer is asked again",
  voided: "Voided",
  dropped: "Ended without a charge",
  refused: "Refused by us, never sent",
  open: "Still open",
};

/** Whether the live acquirers answer, and how they answered lately. */
export function Acquirer({ acquirer }: Pick<DeskView, "acquirer">) {
  if (!acquirer) {
    return (
      <Card title="Acquirer">
        <p>No terminal takes live payments.</p>
      </Card>
    );
  }
  const { gateways, detours, outcomes, calls } = acquirer;
  return (
    <Card title="Acquirer">
      <Facts
        facts={[
          ...gateways.map((gateway): [string, ReactNode] => [
            gateway.title,
            <State key={gateway.baseAddress} {...gateway} />,
          ]),
          ...detours.map(({ first, used, money }): [string, ReactNode] => [
            `Instead of ${first}`,
            <span key={first + used}>
              <Badge tone="warning">Second choice</Badge> {used} takes new payments: {money.join(", ")}
            </span>,
          ]),
          ["First call in the last hour", durations(calls.first)],
          ["Payment call in the last hour", durations(calls.payment)],
        ]}
      />
      <DataTable
        caption="Live payment attempts by outcome"
        columns={["Outcome", "Last hour", "Last day"]}
        empty="No attempt yet."
        rows={outcomes.map(({ outcome, hour, day }) => ({ key: outcome, cells: [outcomeWords[outcome], hour, day] }))}
      />
    </Card>
  );
}

function State({ health, attempts }: Pick<Gateway, "health" | "attempts">) {
  const sent = `${attempts} ${attempts === 1 ? "attempt" : "attempts"} in the last hour`;
  if (!health) return `Not known yet. ${sent}`;
  const { isUp, since, isLate, checkedAt, latencyMs } = health;
  if (isLate)
    return (
      <>
        <Badge tone="warning">Not known: the worker does not check</Badge> {sent}
      </>
    );
  return (
    <>
      <Badge tone={isUp ? "success" : "danger"}>{isUp ? "Up" : "Down"}</Badge> since <Moment at={since} />. Last check{" "}
      <Moment at={checkedAt} />: {latencyMs === null ? "no answer" : `answered in ${latencyMs} ms`}. {sent}
    </>
  );
}

function durations({ median, p95 }: AcquirerHealth["calls"]["first"]): string {
  if (median === null || p95 === null) return "None";
  return `${duration(median)} median, ${duration(p95)} at the 95th percentile`;
}

const duration = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
