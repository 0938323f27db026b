import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { CheckoutSettings } from "@/components/dashboard/settings/checkout-settings";
import { readSettings } from "@/lib/accounts/settings/read-settings";

export default dashboardPage("checkout", async ({ caller, mode }) => {
  return <CheckoutSettings mode={mode} settings={await readSettings(caller)} />;
});
