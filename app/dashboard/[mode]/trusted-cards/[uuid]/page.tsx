import { TrustedCard } from "@/components/dashboard/payments/trusted-cards";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { retrieveCardEndpoint } from "@/lib/trusted-cards/contract";
import { retrieveCard } from "@/lib/trusted-cards/read-cards";

type Props = { params: Promise<{ mode: string; uuid: string }> };

export default async function TrustedCardPage({ params }: Props) {
  const { viewer, caller, mode, environment } = await openPage(params, "trusted-cards");
  const { uuid } = await idsIn(retrieveCardEndpoint.params, params);
  const { data } = await foundOr404(retrieveCard(caller, environment, uuid));
  return <TrustedCard mode={mode} card={data} mayChange={viewer.role !== "support"} />;
}
