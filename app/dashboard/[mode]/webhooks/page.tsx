import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Webhooks } from "@/components/dashboard/developers/webhooks/webhooks";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { shownAddress } from "@/lib/dashboard/webhook-address";
import { listWebhooks } from "@/lib/webhooks/endpoints/manage-endpoints";
import { offeredEvents } from "@/lib/webhooks/visible-events";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function WebhooksPage({ params, searchParams }: Props) {
  const { caller, mode, viewer, zone } = await openPage(params, "webhooks");
  const { add } = await searchParams;
  const { data } = await listWebhooks(caller);
  return (
    <Webhooks
      mode={mode}
      endpoints={data.map((endpoint) => ({ ...endpoint, url: shownAddress(viewer.role, endpoint.url) }))}
      mayChange={viewer.role !== "support"}
      offered={offeredEvents(caller)}
      isAdding={add !== undefined}
      zone={zone}
    />
  );
});
