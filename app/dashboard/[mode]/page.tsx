import { Overview } from "@/components/dashboard/payments/overview";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { readOverview } from "@/lib/dashboard/views/overview";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default async function OverviewPage({ params, searchParams }: Props) {
  const visit = await openPage(params, "");
  const { currency } = await searchParams;
  const overview = await readOverview(visit);
  return <Overview mode={visit.mode} {...overview} currency={typeof currency === "string" ? currency : undefined} />;
}
