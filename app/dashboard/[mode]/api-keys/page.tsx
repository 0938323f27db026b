import { ApiKeys } from "@/components/dashboard/api-keys";
import { listApiKeys } from "@/lib/auth/manage-keys";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default async function ApiKeysPage({ params }: Props) {
  const { caller, mode, environment } = await openPage(params, "api-keys");
  const { data } = await listApiKeys(caller);
  return <ApiKeys mode={mode} environment={environment} scopes={[...caller.scopes].sort()} keys={data} />;
}
