import { Overview } from "@/components/dashboard/payments/overview";
import type { SearchParams } from "@/lib/dashboard/filters";
import { isVisibleTo } from "@/lib/dashboard/pages";
import { openPage } from "@/lib/dashboard/viewer";
import { periodOf, readOverview } from "@/lib/dashboard/views/overview";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default async function OverviewPage({ params, searchParams }: Props) {
  const visit = await openPage(params, "");
  const { currency, period, view } = await searchParams;
  const choice = { currency: typeof currency === "string" ? currency : undefined, period: periodOf(period) };
  return (
    <Overview
      mode={visit.mode}
      {...(await readOverview(visit, choice))}
      mayWithdraw={isVisibleTo("withdrawals", visit.viewer)}
      isTable={view === "table"}
    />
  );
}
