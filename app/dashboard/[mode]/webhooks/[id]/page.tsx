import { Webhook } from "@/components/dashboard/developers/webhook";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { shownAddress } from "@/lib/dashboard/webhook-address";
import { ofOne } from "@/lib/webhooks/contract";
import { listDeliveriesEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { retrieveWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { listDeliveries } from "@/lib/webhooks/inspect";
import { offeredEvents } from "@/lib/webhooks/visible-events";

type Props = { params: Promise<{ mode: string; id: string }>; searchParams: SearchParams };

export default async function WebhookPage({ params, searchParams }: Props) {
  const { caller, mode, viewer } = await openPage(params, "webhooks");
  const { id } = await idsIn(ofOne.params, params);
  const { data: endpoint } = await foundOr404(retrieveWebhook(caller, id));
  const { given, choice, problem } = await readFilters(listDeliveriesEndpoint.query, searchParams);
  const found = choice && (await foundOr404(listDeliveries(caller, id, choice)));
  const here = `/dashboard/${mode}/webhooks/${id}`;
  return (
    <Webhook
      mode={mode}
      endpoint={{ ...endpoint, url: shownAddress(viewer.role, endpoint.url) }}
      mayChange={viewer.role !== "support"}
      offered={offeredEvents(caller)}
      given={given}
      problem={problem}
      list={found && { deliveries: found.data, pager: pagesBeside(here, given, found.meta) }}
    />
  );
}
