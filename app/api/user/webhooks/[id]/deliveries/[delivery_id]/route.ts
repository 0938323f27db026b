import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { retrieveDeliveryEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { retrieveDelivery } from "@/lib/webhooks/inspect";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveDeliveryEndpoint, ({ caller, params }) => retrieveDelivery(caller, params.id, params.delivery_id)),
);
