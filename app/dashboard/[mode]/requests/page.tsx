import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Requests } from "@/components/dashboard/developers/requests";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { listRequests, requestLogChoice } from "@/lib/request-log/list-requests";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function RequestsPage({ params, searchParams }: Props) {
  const { owner, mode, zone } = await openPage(params, "requests");
  const { given, choice, problem } = await readFilters(requestLogChoice, searchParams);
  const found = choice && (await listRequests(owner, choice));
  const here = `/dashboard/${mode}/requests`;
  return (
    <Requests
      here={here}
      given={given}
      problem={problem}
      list={found && { requests: found.data, pager: pagesBeside(here, given, found.meta) }}
      zone={zone}
    />
  );
});
