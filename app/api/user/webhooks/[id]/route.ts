import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { deleteWebhookEndpoint, retrieveWebhookEndpoint, updateWebhookEndpoint } from "@/lib/webhooks/contract";
import { deleteWebhook, retrieveWebhook, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveWebhookEndpoint, ({ caller, params }) => retrieveWebhook(caller, params.id)),
  route(updateWebhookEndpoint, ({ caller, params, body }) => updateWebhook(caller, params.id, body)),
  route(deleteWebhookEndpoint, ({ caller, params }) => deleteWebhook(caller, params.id)),
);
