import { route } from "@/lib/api/route";
import { simulateEndpoint } from "@/lib/checkout/page/actions-contract";
import { simulate } from "@/lib/checkout/page/sandbox-controls";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(simulateEndpoint, ({ params, body }) => simulate(params.token, body)),
);
