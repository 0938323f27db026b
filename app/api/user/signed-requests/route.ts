import { changeSignedRequests } from "@/lib/accounts/settings/change-settings";
import { retrieveSignedRequests } from "@/lib/accounts/settings/read-settings";
import {
  retrieveSignedRequestsEndpoint,
  updateSignedRequestsEndpoint,
} from "@/lib/accounts/settings/signed-requests-contract";
import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveSignedRequestsEndpoint, ({ caller }) => retrieveSignedRequests(caller)),
  route(updateSignedRequestsEndpoint, ({ caller, body }) => changeSignedRequests(caller, body)),
);
