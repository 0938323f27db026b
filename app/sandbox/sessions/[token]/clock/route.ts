import { route } from "@/lib/api/route";
import { moveClockEndpoint } from "@/lib/checkout/page/actions-contract";
import { moveClock } from "@/lib/checkout/page/sandbox-controls";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(moveClockEndpoint, ({ params, body }) => moveClock(params.token, body)),
);
