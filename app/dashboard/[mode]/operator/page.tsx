import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { OperatorDesk } from "@/components/dashboard/operator/operator-desk";
import { readOperatorDesk } from "@/lib/dashboard/views/operator-desk";

export default dashboardPage("operator", async ({ mode, environment, query }) => {
  const { account } = query;
  const wanted = typeof account === "string" ? account.trim() : undefined;
  return <OperatorDesk mode={mode} wanted={wanted} {...(await readOperatorDesk(environment, wanted))} />;
});
