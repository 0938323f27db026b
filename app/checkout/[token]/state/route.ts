import { route } from "@/lib/api/route";
import { readSessionEndpoint } from "@/lib/checkout/page/actions-contract";
import { readSession } from "@/lib/checkout/page/customer-actions";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(readSessionEndpoint, ({ params }) => readSession(params.token)),
);
