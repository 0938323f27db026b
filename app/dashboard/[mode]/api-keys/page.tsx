import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { ApiKeys } from "@/components/dashboard/developers/keys/api-keys";
import { listKeysWithMakers } from "@/lib/auth/keys/manage-keys";

export default dashboardPage("api-keys", async ({ caller, viewer, mode, environment, zone, query }) => {
  return (
    <ApiKeys
      mode={mode}
      environment={environment}
      scopes={[...caller.scopes].sort()}
      hasWiderScopes={viewer.role !== "owner"}
      keys={await listKeysWithMakers(caller)}
      isCreating={query.create !== undefined}
      zone={zone}
    />
  );
});
