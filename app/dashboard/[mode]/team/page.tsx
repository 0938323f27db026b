import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Team } from "@/components/dashboard/account/team";
import { listTeam } from "@/lib/members/team";

export default dashboardPage("team", async ({ caller, mode, zone, query }) => {
  const { open } = query;
  return <Team mode={mode} {...(await listTeam(caller))} open={typeof open === "string" ? open : null} zone={zone} />;
});
