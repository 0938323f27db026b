import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { OperatorDesk } from "@/components/dashboard/operator/operator-desk";
import { openPage } from "@/lib/dashboard/viewer";
import { readOperatorDesk } from "@/lib/dashboard/views/operator-desk";

type Props = { params: Promise<{ mode: string }>; searchParams: Promise<{ account?: string | string[] }> };

export default dashboardPage(async function OperatorPage({ params, searchParams }: Props) {
  const { mode, environment } = await openPage(params, "operator");
  const { account } = await searchParams;
  const wanted = typeof account === "string" ? account.trim() : undefined;
  return <OperatorDesk mode={mode} wanted={wanted} {...(await readOperatorDesk(environment, wanted))} />;
});
