import { route } from "@/lib/api/authenticated-route";
import { pageAction } from "@/lib/api/page-route";
import { leaveCheckout } from "@/lib/checkout/customer-actions";
import { leaveEndpoint } from "@/lib/checkout/session-contract";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  pageAction(route(leaveEndpoint, ({ params }) => leaveCheckout(params.token))),
);
