import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { ApiKey } from "@/components/dashboard/developers/keys/api-key";
import { isSubset } from "@/lib/auth/allowed-scopes";
import { listKeysWithMakers } from "@/lib/auth/keys/manage-keys";
import { MissingPage } from "@/lib/dashboard/viewer";
import type { Scope } from "@/lib/reference/scopes";

export default dashboardPage(
  { page: "api-keys", title: "API key" },
  async ({ caller, viewer, mode, zone, query, ids }) => {
    const { open } = query;
    const apiKey = (await listKeysWithMakers(caller)).find((key) => key.kid === ids.kid);
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
  },
);
