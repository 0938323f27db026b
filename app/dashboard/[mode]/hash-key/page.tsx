import { HashKey } from "@/components/dashboard/hash-key";
import { describeSecrets } from "@/lib/accounts/rotate-secrets";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default async function HashKeyPage({ params }: Props) {
  const { owner, mode } = await openPage(params, "hash-key");
  return <HashKey mode={mode} {...(await describeSecrets(owner))} />;
}
