import { pageAction } from "@/lib/api/page-route";
import { route } from "@/lib/api/route";
import { leaveEndpoint } from "@/lib/checkout/page/actions-contract";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  pageAction(route(leaveEndpoint, ({ params }) => leaveCheckout(params.token))),
);
