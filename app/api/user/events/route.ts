import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { listEventsEndpoint } from "@/lib/webhooks/delivery/delivery-contract";
import { listEvents } from "@/lib/webhooks/inspect";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listEventsEndpoint, ({ caller, environment, query }) => listEvents(caller, environment, query)),
);
