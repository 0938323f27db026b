import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { TrustedCard } from "@/components/dashboard/payments/trusted-card";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { markExpired } from "@/lib/dashboard/views/trusted-cards";
import { retrieveCardEndpoint } from "@/lib/trusted-cards/contract";
import { retrieveCard } from "@/lib/trusted-cards/read-cards";

export default dashboardPage(
  { page: "trusted-cards", title: "Trusted card" },
  async ({ viewer, caller, mode, environment, zone, query, ids }) => {
    const { uuid } = idsIn(retrieveCardEndpoint.params, ids);
    const { data } = await foundOr404(retrieveCard(caller, environment, uuid));
    return (
      <TrustedCard
        mode={mode}
        zone={zone}
        card={markExpired(data)}
        mayChange={viewer.role !== "support"}
        isVerifying={query.open === "verify"}
      />
    );
  },
);
