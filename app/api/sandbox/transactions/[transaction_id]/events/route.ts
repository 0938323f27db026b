import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { triggerEventEndpoint } from "@/lib/transactions/sandbox/sandbox-contract";
import { triggerEvent } from "@/lib/transactions/sandbox/trigger-event";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(triggerEventEndpoint, ({ caller, params, body }) => triggerEvent(caller, params.transaction_id, body)),
);
