import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { createWebhookEndpoint, listWebhooksEndpoint } from "@/lib/webhooks/contract";
import { createWebhook, listWebhooks } from "@/lib/webhooks/endpoints/manage-endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listWebhooksEndpoint, ({ caller, query }) => listWebhooks(caller, query.environment)),
  route(createWebhookEndpoint, ({ caller, environment, body }) => createWebhook(caller, environment, body)),
);
