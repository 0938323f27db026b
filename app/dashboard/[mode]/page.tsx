import { cookies } from "next/headers";
import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Overview } from "@/components/dashboard/payments/overview";
import { StartHere } from "@/components/dashboard/start/start-here";
import { isVisibleTo } from "@/lib/dashboard/pages";
import { periodOf, readOverview } from "@/lib/dashboard/views/overview";
import { isNewAccount, readStartHere } from "@/lib/dashboard/views/start-here";
import { startCookies } from "@/lib/reference/start-here";

export default dashboardPage("", async (visit) => {
  const remembered = await readRemembered(visit.owner.accountNumber);
  const { currency, period, view, website } = visit.query;
  if (isNewAccount(visit, remembered)) {
    const choice = website === "yes" || website === "no" ? website : undefined;
    return <StartHere mode={visit.mode} {...(await readStartHere(visit, remembered, choice))} />;
  }
  const choice = { currency: typeof currency === "string" ? currency : undefined, period: periodOf(period) };
  return (
    <Overview
      mode={visit.mode}
      {...(await readOverview(visit, choice))}
      mayWithdraw={isVisibleTo("withdrawals", visit.viewer)}
      isTable={view === "table"}
    />
  );
});

async function readRemembered(accountNumber: string) {
  const [stored, { copied, hidden }] = [await cookies(), startCookies(accountNumber)];
  return { isCopied: stored.has(copied), isHidden: stored.has(hidden) };
}
