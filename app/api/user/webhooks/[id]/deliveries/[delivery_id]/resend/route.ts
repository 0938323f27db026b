import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { resendDeliveryEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { resendDelivery } from "@/lib/webhooks/inspect";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(resendDeliveryEndpoint, ({ caller, params }) => resendDelivery(caller, params.id, params.delivery_id)),
);
