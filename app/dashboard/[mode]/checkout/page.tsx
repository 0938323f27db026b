import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { CheckoutSettings } from "@/components/dashboard/settings/checkout-settings";
import { readSettings } from "@/lib/accounts/settings/read-settings";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default dashboardPage(async function CheckoutSettingsPage({ params }: Props) {
  const { caller, mode } = await openPage(params, "checkout");
  return <CheckoutSettings mode={mode} settings={await readSettings(caller)} />;
});
