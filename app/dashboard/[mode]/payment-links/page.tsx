import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { PaymentLinks } from "@/components/dashboard/links/payment-links";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { linkChoices } from "@/lib/dashboard/views/payment-links";
import { newUlid } from "@/lib/kit/ids";
import { listLinksEndpoint } from "@/lib/payment-links/contract";
import { listLinks } from "@/lib/payment-links/manage-links";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function PaymentLinksPage({ params, searchParams }: Props) {
  const { viewer, caller, mode, environment, zone } = await openPage(params, "payment-links");
  const { given, choice } = await readFilters(listLinksEndpoint.query, searchParams);
  const { data, meta } = await listLinks(caller, environment, choice ?? {});
  return (
    <PaymentLinks
      mode={mode}
      links={data}
      pager={pagesBeside(`/dashboard/${mode}/payment-links`, given, meta)}
      choices={await linkChoices(caller, zone, null)}
      idempotencyKey={viewer.role === "support" ? null : newUlid()}
      isCreating={given.open === "new"}
    />
  );
});
