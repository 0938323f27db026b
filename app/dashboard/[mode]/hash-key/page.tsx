import { HashKey } from "@/components/dashboard/developers/hash-key";
import { openPage } from "@/lib/dashboard/viewer";
import { describeSecrets } from "@/lib/hash-keys/rotate-secrets";

type Props = { params: Promise<{ mode: string }> };

export default async function HashKeyPage({ params }: Props) {
  const { owner, mode } = await openPage(params, "hash-key");
  return <HashKey mode={mode} {...(await describeSecrets(owner))} />;
}
