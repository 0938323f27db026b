import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { testWebhookEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { sendTestEvent } from "@/lib/webhooks/inspect";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(testWebhookEndpoint, ({ caller, params }) => sendTestEvent(caller, params.id)),
);
