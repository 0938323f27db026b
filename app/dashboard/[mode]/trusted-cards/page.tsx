import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { TrustedCards } from "@/components/dashboard/payments/trusted-cards";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { markExpired } from "@/lib/dashboard/views/trusted-cards";
import { newUlid } from "@/lib/kit/ids";
import { listCardsEndpoint } from "@/lib/trusted-cards/contract";
import { listCards } from "@/lib/trusted-cards/read-cards";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function TrustedCardsPage({ params, searchParams }: Props) {
  const { viewer, caller, mode, environment } = await openPage(params, "trusted-cards");
  const { given, choice } = await readFilters(listCardsEndpoint.query, searchParams);
  const { data, meta } = await listCards(caller, environment, choice ?? {});
  return (
    <TrustedCards
      mode={mode}
      cards={data.map(markExpired)}
      pager={pagesBeside(`/dashboard/${mode}/trusted-cards`, given, meta)}
      idempotencyKey={viewer.role === "support" ? null : newUlid()}
      isStoring={given.open === "new"}
    />
  );
});
