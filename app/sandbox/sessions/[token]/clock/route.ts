import { route } from "@/lib/api/authenticated-route";
import { moveClockEndpoint } from "@/lib/checkout/contract";
import { moveClock } from "@/lib/checkout/sandbox-controls";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(moveClockEndpoint, ({ params, body }) => moveClock(params.token, body)),
);
