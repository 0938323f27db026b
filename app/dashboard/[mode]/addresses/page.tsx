import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Addresses } from "@/components/dashboard/developers/addresses";
import { readAddresses } from "@/lib/accounts/allowed-addresses";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function AddressesPage({ params, searchParams }: Props) {
  const { owner, mode } = await openPage(params, "addresses");
  const { edit } = await searchParams;
  return <Addresses mode={mode} {...(await readAddresses(owner))} isEditing={edit !== undefined} />;
});
