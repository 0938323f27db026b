import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Branding } from "@/components/dashboard/settings/branding";
import { readSettings } from "@/lib/accounts/settings/read-settings";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default dashboardPage(async function BrandingPage({ params }: Props) {
  const { caller, mode } = await openPage(params, "branding");
  return <Branding mode={mode} settings={await readSettings(caller)} />;
});
