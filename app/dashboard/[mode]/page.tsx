import { Overview } from "@/components/dashboard/payments/overview";
import type { SearchParams } from "@/lib/dashboard/filters";
import { readOverview } from "@/lib/dashboard/overview";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default async function OverviewPage({ params, searchParams }: Props) {
  const visit = await openPage(params, "");
  const { currency } = await searchParams;
  const overview = await readOverview(visit);
  return <Overview mode={visit.mode} {...overview} currency={typeof currency === "string" ? currency : undefined} />;
}
