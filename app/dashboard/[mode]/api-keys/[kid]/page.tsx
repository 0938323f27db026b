import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { ApiKey } from "@/components/dashboard/developers/keys/api-key";
import { isSubset } from "@/lib/auth/allowed-scopes";
import { listKeysWithMakers } from "@/lib/auth/keys/manage-keys";
import type { SearchParams } from "@/lib/dashboard/filters";
import { MissingPage, openPage } from "@/lib/dashboard/viewer";
import type { Scope } from "@/lib/reference/scopes";

type Props = { params: Promise<{ mode: string; kid: string }>; searchParams: SearchParams };

export default dashboardPage(async function ApiKeyPage({ params, searchParams }: Props) {
  const { caller, viewer, mode, zone } = await openPage(params, "api-keys");
  const { kid } = await params;
  const { open } = await searchParams;
  const apiKey = (await listKeysWithMakers(caller)).find((key) => key.kid === kid);
  if (!apiKey) throw new MissingPage();
  return (
    <ApiKey
      mode={mode}
      scopes={[...caller.scopes].sort()}
      hasWiderScopes={viewer.role !== "owner"}
      apiKey={apiKey}
      mayChange={isSubset(apiKey.scopes as Scope[], caller.scopes)}
      open={open === "edit" || open === "roll" ? open : null}
      zone={zone}
    />
  );
});
