import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { HashKey } from "@/components/dashboard/developers/hash-key";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { describeSecrets } from "@/lib/hash-keys/rotate-secrets";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function HashKeyPage({ params, searchParams }: Props) {
  const { owner, mode, zone } = await openPage(params, "hash-key");
  const { open } = await searchParams;
  const dialog = open === "show" || open === "rotate" ? open : null;
  return <HashKey mode={mode} {...(await describeSecrets(owner))} open={dialog} zone={zone} />;
});
