import { pageAction } from "@/lib/api/page-route";
import { route } from "@/lib/api/route";
import { extendEndpoint } from "@/lib/checkout/page/actions-contract";
import { extendCheckout } from "@/lib/checkout/page/customer-actions";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  pageAction(route(extendEndpoint, ({ params }) => extendCheckout(params.token))),
);
