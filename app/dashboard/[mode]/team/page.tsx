import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Team } from "@/components/dashboard/account/team";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { listTeam } from "@/lib/members/team";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function TeamPage({ params, searchParams }: Props) {
  const { caller, mode, zone } = await openPage(params, "team");
  const { open } = await searchParams;
  return <Team mode={mode} {...(await listTeam(caller))} open={typeof open === "string" ? open : null} zone={zone} />;
});
