import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { PaymentLink } from "@/components/dashboard/links/payment-link";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { linkChoices } from "@/lib/dashboard/views/payment-links";
import { retrieveLinkEndpoint } from "@/lib/payment-links/contract";
import { retrieveLink } from "@/lib/payment-links/manage-links";

export default dashboardPage("payment-links", async ({ viewer, caller, mode, environment, zone, query, ids }) => {
  const { id } = idsIn(retrieveLinkEndpoint.params, ids);
  const { data: link } = await foundOr404(retrieveLink(caller, environment, id));
  return (
    <PaymentLink
      {...{ mode, zone, link }}
      choices={await linkChoices(caller, zone, link.expires_at)}
      mayChange={viewer.role !== "support"}
      isEditing={query.open === "edit"}
    />
  );
});
