import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { resendFailedEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { resendFailed } from "@/lib/webhooks/inspect";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(resendFailedEndpoint, ({ caller, params, body }) => resendFailed(caller, params.id, body.since)),
);
