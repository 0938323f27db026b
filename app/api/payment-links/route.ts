import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { createLinkEndpoint, listLinksEndpoint } from "@/lib/payment-links/contract";
import { createLink, listLinks } from "@/lib/payment-links/manage-links";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listLinksEndpoint, ({ caller, environment, query }) => listLinks(caller, environment, query)),
  route(createLinkEndpoint, ({ caller, environment, body }) => createLink(caller, environment, body)),
);
