import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { PaymentLink } from "@/components/dashboard/links/payment-link";
import type { SearchParams } from "@/lib/dashboard/filters";
import { foundOr404, idsIn, openPage } from "@/lib/dashboard/viewer";
import { linkChoices } from "@/lib/dashboard/views/payment-links";
import { retrieveLinkEndpoint } from "@/lib/payment-links/contract";
import { retrieveLink } from "@/lib/payment-links/manage-links";

type Props = { params: Promise<{ mode: string; id: string }>; searchParams: SearchParams };

export default dashboardPage(async function PaymentLinkPage({ params, searchParams }: Props) {
  const { viewer, caller, mode, environment, zone } = await openPage(params, "payment-links");
  const { id } = await idsIn(retrieveLinkEndpoint.params, params);
  const { data: link } = await foundOr404(retrieveLink(caller, environment, id));
  const { open } = await searchParams;
  return (
    <PaymentLink
      {...{ mode, zone, link }}
      choices={await linkChoices(caller, zone, link.expires_at)}
      mayChange={viewer.role !== "support"}
      isEditing={open === "edit"}
    />
  );
});
