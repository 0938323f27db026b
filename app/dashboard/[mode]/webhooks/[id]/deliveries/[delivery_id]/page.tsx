import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { WebhookDelivery } from "@/components/dashboard/developers/webhooks/webhook-delivery";
import { foundOr404, idsIn, MissingPage, openPage } from "@/lib/dashboard/viewer";
import { readOpenDelivery } from "@/lib/dashboard/views/webhook-deliveries";
import { shownAddress } from "@/lib/dashboard/webhook-address";
import { now } from "@/lib/kit/clock";
import { retrieveDeliveryEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { retrieveWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";

type Props = { params: Promise<{ mode: string; id: string; delivery_id: string }> };

export default dashboardPage(async function WebhookDeliveryPage({ params }: Props) {
  const { caller, mode, viewer, zone } = await openPage(params, "webhooks");
  const { id, delivery_id: deliveryId } = await idsIn(retrieveDeliveryEndpoint.params, params);
  const { data: endpoint } = await foundOr404(retrieveWebhook(caller, id));
  const delivery = await readOpenDelivery(caller, viewer.role, { id, of: { deliveryId } });
  if (!delivery) throw new MissingPage();
  const shown = { id, url: shownAddress(viewer.role, endpoint.url) };
  return <WebhookDelivery mode={mode} endpoint={shown} delivery={delivery} zone={zone} now={now()} />;
});
