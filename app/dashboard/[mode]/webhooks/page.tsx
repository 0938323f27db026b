import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Webhooks } from "@/components/dashboard/developers/webhooks/webhooks";
import { shownAddress } from "@/lib/dashboard/views/webhook-deliveries";
import { listWebhooks } from "@/lib/webhooks/endpoints/manage-endpoints";
import { offeredEvents } from "@/lib/webhooks/visible-events";

export default dashboardPage("webhooks", async ({ caller, mode, viewer, zone, query }) => {
  const { data } = await listWebhooks(caller);
  return (
    <Webhooks
      mode={mode}
      endpoints={data.map((endpoint) => ({ ...endpoint, url: shownAddress(viewer.role, endpoint.url) }))}
      mayChange={viewer.role !== "support"}
      offered={offeredEvents(caller)}
      isAdding={query.add !== undefined}
      zone={zone}
    />
  );
});
