import { route } from "@/lib/api/authenticated-route";
import { pageAction } from "@/lib/api/page-route";
import { cancelChallenge } from "@/lib/checkout/customer-actions";
import { cancelChallengeEndpoint } from "@/lib/checkout/session-contract";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  pageAction(route(cancelChallengeEndpoint, ({ params }) => cancelChallenge(params.token))),
);
