import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";
import { triggerEventEndpoint } from "@/lib/transactions/sandbox-contract";
import { triggerEvent } from "@/lib/transactions/trigger-event";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(triggerEventEndpoint, ({ caller, params, body }) => triggerEvent(caller, params.transaction_id, body)),
);
