import { redirectingBrowsers } from "@/lib/api/checkout-redirect";
import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { chargeCard } from "@/lib/trusted-cards/charge-card";
import { chargeCardEndpoint } from "@/lib/trusted-cards/contract";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  redirectingBrowsers(
    route(chargeCardEndpoint, ({ caller, environment, params, body }) =>
      chargeCard(caller, environment, params.uuid, body),
    ),
  ),
);
