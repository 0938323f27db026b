import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Webhook } from "@/components/dashboard/developers/webhooks/webhook";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { deliveryPageQuery, readEndpointPage } from "@/lib/dashboard/views/webhook-endpoint";
import { shownAddress } from "@/lib/dashboard/webhook-address";
import { now } from "@/lib/kit/clock";
import { ofOne } from "@/lib/webhooks/contract";
import { retrieveWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { offeredEvents, visibleEvents } from "@/lib/webhooks/visible-events";

type Props = { params: Promise<{ mode: string; id: string }>; searchParams: SearchParams };

export default dashboardPage(async function WebhookPage({ params, searchParams }: Props) {
  const visit = await openPage(params, "webhooks");
  const { caller, mode, viewer, zone } = visit;
  const { id } = await idsIn(ofOne.params, params);
  const { data: endpoint } = await foundOr404(retrieveWebhook(caller, id));
  const { given, choice, problem } = await readFilters(deliveryPageQuery, searchParams);
  const { list, ...facts } = await readEndpointPage(visit, id, choice);
  const { open: _, dialog: __, ...kept } = given;
  const here = `/dashboard/${mode}/webhooks/${id}`;
  return (
    <Webhook
      mode={mode}
      endpoint={{ ...endpoint, url: shownAddress(viewer.role, endpoint.url) }}
      mayChange={viewer.role !== "support"}
      seesAll={visibleEvents(caller) === undefined}
      offered={offeredEvents(caller)}
      {...facts}
      filter={choice?.status === "failed" || choice?.status === "retrying" ? choice.status : "all"}
      problem={problem}
      list={list && { lines: list.lines, pager: pagesBeside(here, kept, list.meta) }}
      dialog={choice?.dialog ?? null}
      zone={zone}
      now={now()}
    />
  );
});
