import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Webhook } from "@/components/dashboard/developers/webhooks/webhook";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { shownAddress } from "@/lib/dashboard/views/webhook-deliveries";
import { deliveryPageQuery, readEndpointPage } from "@/lib/dashboard/views/webhook-endpoint";
import { now } from "@/lib/kit/clock";
import { ofOne } from "@/lib/webhooks/contract";
import { retrieveWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { offeredEvents, visibleEvents } from "@/lib/webhooks/visible-events";

export default dashboardPage({ page: "webhooks", title: "Webhook endpoint" }, async (visit) => {
  const { caller, mode, viewer, zone, ids, query } = visit;
  const { id } = idsIn(ofOne.params, ids);
  const { data: endpoint } = await foundOr404(retrieveWebhook(caller, id));
  const { given, choice, problem } = readFilters(deliveryPageQuery, query);
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
