import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Poster } from "@/components/dashboard/links/poster";
import { readSettings } from "@/lib/accounts/settings/read-settings";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { retrieveLinkEndpoint } from "@/lib/payment-links/contract";
import { retrieveLink } from "@/lib/payment-links/manage-links";

/** The poster of a payment link, to print. */
export default dashboardPage({ page: "payment-links", title: "Poster" }, async ({ caller, mode, environment, ids }) => {
  const { id } = idsIn(retrieveLinkEndpoint.params, ids);
  const { data: link } = await foundOr404(retrieveLink(caller, environment, id));
  const { displayName, ownName } = await readSettings(caller);
  return <Poster link={link} merchant={displayName ?? ownName} back={`/dashboard/${mode}/payment-links/${id}`} />;
});
