import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { CardLinks } from "@/components/dashboard/payments/card-links";
import { listCardLinksQuery } from "@/lib/card-links/contract";
import { listCardLinks } from "@/lib/card-links/manage-card-links";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { newUlid } from "@/lib/kit/ids";

export default dashboardPage(
  { page: "trusted-cards", title: "Card links" },
  async ({ viewer, caller, mode, environment, zone, query }) => {
    const { given, choice } = readFilters(listCardLinksQuery, query);
    const { data, meta } = await listCardLinks(caller, environment, choice ?? {});
    return (
      <CardLinks
        {...{ mode, zone }}
        links={data}
        pager={pagesBeside(`/dashboard/${mode}/trusted-cards/links`, given, meta)}
        idempotencyKey={viewer.role === "support" ? null : newUlid()}
        isCreating={given.open === "new"}
      />
    );
  },
);
