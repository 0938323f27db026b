import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { listDeliveriesEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { listDeliveries } from "@/lib/webhooks/inspect";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listDeliveriesEndpoint, ({ caller, params, query }) => listDeliveries(caller, params.id, query)),
);
