import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { rotateWebhookEndpoint } from "@/lib/webhooks/contract";
import { rotateSecret } from "@/lib/webhooks/endpoints/manage-endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(rotateWebhookEndpoint, ({ caller, params, body }) => rotateSecret(caller, params.id, body.overlap_seconds)),
);
