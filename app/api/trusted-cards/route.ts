import { redirectingBrowsers } from "@/lib/api/checkout-redirect";
import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { createCardEndpoint, listCardsEndpoint } from "@/lib/trusted-cards/contract";
import { createCard } from "@/lib/trusted-cards/create-card";
import { listCards } from "@/lib/trusted-cards/read-cards";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  redirectingBrowsers(
    route(createCardEndpoint, ({ caller, environment, body }) => createCard(caller, environment, body)),
  ),
  route(listCardsEndpoint, ({ caller, environment, query }) => listCards(caller, environment, query)),
);
