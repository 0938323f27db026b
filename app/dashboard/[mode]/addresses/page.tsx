import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Addresses } from "@/components/dashboard/developers/addresses";
import { readAddresses } from "@/lib/accounts/allowed-addresses";

export default dashboardPage("addresses", async ({ owner, mode, query }) => {
  return <Addresses mode={mode} {...(await readAddresses(owner))} isEditing={query.edit !== undefined} />;
});
