import * as z from "zod/mini";
import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { PaymentLink } from "@/components/dashboard/links/payment-link";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { periodOf } from "@/lib/dashboard/views/overview";
import { linkChoices, readLinkSales, stepsToBePaid } from "@/lib/dashboard/views/payment-links";
import { pageFields } from "@/lib/http/body/paging";
import { now } from "@/lib/kit/clock";
import { retrieveLinkEndpoint } from "@/lib/payment-links/contract";
import { retrieveLink } from "@/lib/payment-links/manage-links";
import { listLinkPayments } from "@/lib/transactions/history/search-transactions";

const paging = z.object({ page: pageFields.page });

export default dashboardPage({ page: "payment-links", title: "Payment link" }, async (visit) => {
  const { viewer, caller, owner, mode, environment, zone, query, ids } = visit;
  const { id } = idsIn(retrieveLinkEndpoint.params, ids);
  const { data: link } = await foundOr404(retrieveLink(caller, environment, id));
  const period = periodOf(query.period);
  const { given, choice, problem } = readFilters(paging, query);
  const found = choice && (await listLinkPayments(owner, id, choice));
  return (
    <PaymentLink
      {...{ mode, zone, link, period, problem }}
      now={now()}
      sales={await readLinkSales(visit, id, period)}
      isTable={query.view === "table"}
      list={
        found && {
          payments: found.payments,
          pager: pagesBeside(`/dashboard/${mode}/payment-links/${id}`, given, found.meta),
        }
      }
      steps={stepsToBePaid(visit)}
      choices={await linkChoices(caller, zone, link.expires_at)}
      mayChange={viewer.role !== "support"}
      isEditing={query.open === "edit"}
    />
  );
});
