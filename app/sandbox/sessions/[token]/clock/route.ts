import { route } from "@/lib/api/authenticated-route";
import { moveClock } from "@/lib/checkout/sandbox-controls";
import { moveClockEndpoint } from "@/lib/checkout/session-contract";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(moveClockEndpoint, ({ params, body }) => moveClock(params.token, body)),
);
