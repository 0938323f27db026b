import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Branding } from "@/components/dashboard/settings/branding";
import { readSettings } from "@/lib/accounts/settings/read-settings";

export default dashboardPage("branding", async ({ caller, mode }) => {
  return <Branding mode={mode} settings={await readSettings(caller)} />;
});
