import type { Look } from "@/components/ui/charts/legend";
import { TimeAxis } from "@/components/ui/charts/time-axis";
import type { PaymentTimes } from "@/lib/dashboard/views/payment-phases";
import timeline from "./timeline.module.css";

const looks: Readonly<Record<PaymentTimes["phases"][number]["kind"], Look>> = {
  page: "quiet",
  check: "strong",
  bank: "main",
};

/** How long the payer had the page open, and how long the bank took. */
export function PaymentTimesBar({ times: { from, until, total, phases, totals } }: { times: PaymentTimes }) {
  const words = totals.map((one) => `${one.words} ${one.took}`).join(", ");
  return (
    <div className={timeline.times}>
      <TimeAxis
        summary={`From opening the page to the result: ${total}. ${words}.`}
        caption="Where the time went"
        from={from}
        until={until}
        phases={phases.map(({ kind, ...phase }) => ({ ...phase, look: looks[kind] }))}
        legend={totals.map((one) => ({ label: one.words, look: looks[one.kind], total: one.took }))}
      />
    </div>
  );
}
