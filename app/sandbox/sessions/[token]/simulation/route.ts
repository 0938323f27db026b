import { route } from "@/lib/api/authenticated-route";
import { simulateEndpoint } from "@/lib/checkout/contract";
import { simulate } from "@/lib/checkout/sandbox-controls";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(simulateEndpoint, ({ params, body }) => simulate(params.token, body)),
);
