import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { deleteLinkEndpoint, retrieveLinkEndpoint, updateLinkEndpoint } from "@/lib/payment-links/contract";
import { deleteLink, retrieveLink, updateLink } from "@/lib/payment-links/manage-links";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveLinkEndpoint, ({ caller, environment, params }) => retrieveLink(caller, environment, params.id)),
  route(updateLinkEndpoint, ({ caller, environment, params, body }) =>
    updateLink(caller, environment, params.id, body),
  ),
  route(deleteLinkEndpoint, ({ caller, environment, params }) => deleteLink(caller, environment, params.id)),
);
