import { Webhooks } from "@/components/dashboard/developers/webhooks";
import { openPage } from "@/lib/dashboard/viewer";
import { shownAddress } from "@/lib/dashboard/webhook-address";
import { listWebhooks } from "@/lib/webhooks/endpoints/manage-endpoints";
import { offeredEvents } from "@/lib/webhooks/visible-events";

type Props = { params: Promise<{ mode: string }> };

export default async function WebhooksPage({ params }: Props) {
  const { caller, mode, viewer } = await openPage(params, "webhooks");
  const { data } = await listWebhooks(caller);
  const endpoints = data.map((endpoint) => ({ ...endpoint, url: shownAddress(viewer.role, endpoint.url) }));
  const mayChange = viewer.role !== "support";
  return <Webhooks mode={mode} endpoints={endpoints} mayChange={mayChange} offered={offeredEvents(caller)} />;
}
