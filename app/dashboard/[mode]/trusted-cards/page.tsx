import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { TrustedCards } from "@/components/dashboard/payments/trusted-cards";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { markExpired } from "@/lib/dashboard/views/trusted-cards";
import { listCardsEndpoint } from "@/lib/trusted-cards/contract";
import { listCards } from "@/lib/trusted-cards/read-cards";

export default dashboardPage("trusted-cards", async ({ viewer, caller, mode, environment, query }) => {
  const { given, choice } = readFilters(listCardsEndpoint.query, query);
  const { data, meta } = await listCards(caller, environment, choice ?? {});
  return (
    <TrustedCards
      mode={mode}
      cards={data.map(markExpired)}
      pager={pagesBeside(`/dashboard/${mode}/trusted-cards`, given, meta)}
      mayStore={viewer.role !== "support"}
    />
  );
});
