import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { WebhookDelivery } from "@/components/dashboard/developers/webhooks/webhook-delivery";
import { foundOr404, idsIn, MissingPage } from "@/lib/dashboard/viewer";
import { readOpenDelivery, shownAddress } from "@/lib/dashboard/views/webhook-deliveries";
import { now } from "@/lib/kit/clock";
import { retrieveDeliveryEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { retrieveWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";

export default dashboardPage({ page: "webhooks", title: "Delivery" }, async ({ caller, mode, viewer, zone, ids }) => {
  const { id, delivery_id: deliveryId } = idsIn(retrieveDeliveryEndpoint.params, ids);
  const { data: endpoint } = await foundOr404(retrieveWebhook(caller, id));
  const delivery = await readOpenDelivery(caller, viewer.role, { id, of: { deliveryId } });
  if (!delivery) throw new MissingPage();
  const shown = { id, url: shownAddress(viewer.role, endpoint.url) };
  return <WebhookDelivery mode={mode} endpoint={shown} delivery={delivery} zone={zone} now={now()} />;
});
