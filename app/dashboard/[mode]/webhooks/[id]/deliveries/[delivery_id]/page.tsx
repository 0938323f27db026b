import { WebhookDelivery } from "@/components/dashboard/developers/webhook-delivery";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { shownAddress } from "@/lib/dashboard/webhook-address";
import { retrieveDeliveryEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { retrieveDelivery } from "@/lib/webhooks/inspect";

type Props = { params: Promise<{ mode: string; id: string; delivery_id: string }> };

export default async function WebhookDeliveryPage({ params }: Props) {
  const { caller, mode, viewer } = await openPage(params, "webhooks");
  const { id, delivery_id: deliveryId } = await idsIn(retrieveDeliveryEndpoint.params, params);
  const { data } = await foundOr404(retrieveDelivery(caller, id, deliveryId));
  const tries = data.tries.map((made) => ({ ...made, url: shownAddress(viewer.role, made.url) }));
  return <WebhookDelivery mode={mode} endpointId={id} delivery={{ ...data, tries }} />;
}
