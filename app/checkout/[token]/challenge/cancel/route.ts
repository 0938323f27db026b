import { pageAction } from "@/lib/api/page-route";
import { route } from "@/lib/api/route";
import { cancelChallengeEndpoint } from "@/lib/checkout/page/actions-contract";
import { cancelChallenge } from "@/lib/checkout/page/customer-actions";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  pageAction(route(cancelChallengeEndpoint, ({ params }) => cancelChallenge(params.token))),
);
