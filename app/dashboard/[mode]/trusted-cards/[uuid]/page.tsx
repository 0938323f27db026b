import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { TrustedCard } from "@/components/dashboard/payments/trusted-card";
import type { SearchParams } from "@/lib/dashboard/filters";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { markExpired } from "@/lib/dashboard/views/trusted-cards";
import { retrieveCardEndpoint } from "@/lib/trusted-cards/contract";
import { retrieveCard } from "@/lib/trusted-cards/read-cards";

type Props = { params: Promise<{ mode: string; uuid: string }>; searchParams: SearchParams };

export default dashboardPage(async function TrustedCardPage({ params, searchParams }: Props) {
  const { viewer, caller, mode, environment, zone } = await openPage(params, "trusted-cards");
  const { uuid } = await idsIn(retrieveCardEndpoint.params, params);
  const { data } = await foundOr404(retrieveCard(caller, environment, uuid));
  const { open } = await searchParams;
  return (
    <TrustedCard
      mode={mode}
      zone={zone}
      card={markExpired(data)}
      mayChange={viewer.role !== "support"}
      isVerifying={open === "verify"}
    />
  );
});
