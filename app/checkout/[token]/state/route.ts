import { route } from "@/lib/api/authenticated-route";
import { readSession } from "@/lib/checkout/customer-actions";
import { readSessionEndpoint } from "@/lib/checkout/session-contract";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(readSessionEndpoint, ({ params }) => readSession(params.token)),
);
