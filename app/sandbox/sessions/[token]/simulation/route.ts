import { route } from "@/lib/api/authenticated-route";
import { simulate } from "@/lib/checkout/sandbox-controls";
import { simulateEndpoint } from "@/lib/checkout/session-contract";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(simulateEndpoint, ({ params, body }) => simulate(params.token, body)),
);
