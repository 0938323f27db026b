import { cookies } from "next/headers";
import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Overview } from "@/components/dashboard/overview/overview";
import { StartHere } from "@/components/dashboard/start/start-here";
import { isVisibleTo } from "@/lib/dashboard/pages";
import type { Visit } from "@/lib/dashboard/viewer";
import { readFirstPayment } from "@/lib/dashboard/views/first-payment";
import { chartOf, periodOf, readOverview } from "@/lib/dashboard/views/overview";
import { isNewAccount, readStartHere } from "@/lib/dashboard/views/start-here";
import { startCookies } from "@/lib/reference/start-here";

export default dashboardPage("", async (visit) => {
  const remembered = await readRemembered(visit);
  const firstPayment = await readFirstPayment(visit, remembered);
  const { currency, period, chart, view, website } = visit.query;
  if (isNewAccount(visit, remembered)) {
    const choice = website === "yes" || website === "no" ? website : undefined;
    return (
      <StartHere mode={visit.mode} firstPayment={firstPayment} {...(await readStartHere(visit, remembered, choice))} />
    );
  }
  const choice = { currency: typeof currency === "string" ? currency : undefined, period: periodOf(period) };
  return (
    <Overview
      mode={visit.mode}
      {...(await readOverview(visit, choice))}
      mayWithdraw={isVisibleTo("withdrawals", visit.viewer)}
      chart={chartOf(chart)}
      isTable={view === "table"}
      firstPayment={firstPayment}
    />
  );
});

async function readRemembered({ owner, mode }: Pick<Visit, "owner" | "mode">) {
  const [stored, { copied, hidden, ...ofPayment }] = [await cookies(), startCookies(owner.accountNumber)];
  const { testPaymentHidden, livePaymentHidden } = ofPayment;
  return {
    isCopied: stored.has(copied),
    isHidden: stored.has(hidden),
    isPaymentHidden: stored.has(mode === "live" ? livePaymentHidden : testPaymentHidden),
  };
}
