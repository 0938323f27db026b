import { Addresses } from "@/components/dashboard/developers/addresses";
import { readAddresses } from "@/lib/accounts/allowed-addresses";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default async function AddressesPage({ params }: Props) {
  const { owner, mode } = await openPage(params, "addresses");
  return <Addresses mode={mode} {...(await readAddresses(owner))} />;
}
