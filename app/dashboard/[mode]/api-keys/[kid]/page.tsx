import { notFound } from "next/navigation";
import { ApiKey } from "@/components/dashboard/developers/api-keys";
import { isSubset } from "@/lib/auth/allowed-scopes";
import { listKeysWithMakers } from "@/lib/auth/keys/manage-keys";
import { openPage } from "@/lib/dashboard/viewer";
import type { Scope } from "@/lib/reference/scopes";

type Props = { params: Promise<{ mode: string; kid: string }> };

export default async function ApiKeyPage({ params }: Props) {
  const { caller, mode } = await openPage(params, "api-keys");
  const { kid } = await params;
  const apiKey = (await listKeysWithMakers(caller)).find((key) => key.kid === kid);
  if (!apiKey) notFound();
  const mayChange = isSubset(apiKey.scopes as Scope[], caller.scopes);
  return <ApiKey mode={mode} scopes={[...caller.scopes].sort()} apiKey={apiKey} mayChange={mayChange} />;
}
