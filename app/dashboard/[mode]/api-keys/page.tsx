import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { ApiKeys } from "@/components/dashboard/developers/keys/api-keys";
import { listKeysWithMakers } from "@/lib/auth/keys/manage-keys";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function ApiKeysPage({ params, searchParams }: Props) {
  const { caller, viewer, mode, environment, zone } = await openPage(params, "api-keys");
  const { create } = await searchParams;
  return (
    <ApiKeys
      mode={mode}
      environment={environment}
      scopes={[...caller.scopes].sort()}
      hasWiderScopes={viewer.role !== "owner"}
      keys={await listKeysWithMakers(caller)}
      isCreating={create !== undefined}
      zone={zone}
    />
  );
});
