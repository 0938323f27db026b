import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Requests } from "@/components/dashboard/developers/requests";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { readListViews } from "@/lib/dashboard/list-views";
import { listRequests, requestLogChoice } from "@/lib/request-log/list-requests";

export default dashboardPage("requests", async (visit) => {
  const { owner, mode, zone } = visit;
  const { query, views } = await readListViews(visit, "requests", visit.query);
  const { given, choice, problem } = readFilters(requestLogChoice, query);
  const found = choice && (await listRequests(owner, choice));
  const here = `/dashboard/${mode}/requests`;
  return (
    <Requests
      views={{ ...views, mode }}
      here={here}
      given={given}
      problem={problem}
      list={found && { requests: found.data, pager: pagesBeside(here, given, found.meta) }}
      zone={zone}
    />
  );
});
