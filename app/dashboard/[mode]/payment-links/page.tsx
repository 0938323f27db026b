import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { PaymentLinks } from "@/components/dashboard/links/payment-links";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { linkChoices, readTaken } from "@/lib/dashboard/views/payment-links";
import { newUlid } from "@/lib/kit/ids";
import { listLinksEndpoint } from "@/lib/payment-links/contract";
import { listLinks } from "@/lib/payment-links/manage-links";

export default dashboardPage("payment-links", async ({ viewer, caller, mode, environment, zone, query }) => {
  const { given, choice } = readFilters(listLinksEndpoint.query, query);
  const { data, meta } = await listLinks(caller, environment, choice ?? {});
  return (
    <PaymentLinks
      mode={mode}
      links={data}
      taken={await readTaken(data.map(({ id }) => id))}
      pager={pagesBeside(`/dashboard/${mode}/payment-links`, given, meta)}
      choices={await linkChoices(caller, zone, null)}
      idempotencyKey={viewer.role === "support" ? null : newUlid()}
      isCreating={given.open === "new"}
    />
  );
});
