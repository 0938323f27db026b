import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { HashKey } from "@/components/dashboard/developers/hash-key";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { describeSecrets } from "@/lib/hash-keys/rotate-secrets";
import { hashKeyRoles } from "@/lib/reference/roles";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function HashKeyPage({ params, searchParams }: Props) {
  const { viewer, owner, mode, environment, zone } = await openPage(params, "hash-key");
  const { open } = await searchParams;
  const dialog = open === "show" || open === "rotate" ? open : null;
  const mayUse = hashKeyRoles[environment].includes(viewer.role);
  return <HashKey mode={mode} {...(await describeSecrets(owner))} mayUse={mayUse} open={dialog} zone={zone} />;
});
