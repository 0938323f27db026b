import { ApiKeys } from "@/components/dashboard/developers/api-keys";
import { listKeysWithMakers } from "@/lib/auth/keys/manage-keys";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default async function ApiKeysPage({ params }: Props) {
  const { caller, viewer, mode, environment } = await openPage(params, "api-keys");
  const keys = await listKeysWithMakers(caller);
  const scopes = [...caller.scopes].sort();
  const isOwner = viewer.role === "owner";
  return <ApiKeys mode={mode} environment={environment} scopes={scopes} hasWiderScopes={!isOwner} keys={keys} />;
}
