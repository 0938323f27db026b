import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { deleteCardEndpoint, retrieveCardEndpoint } from "@/lib/trusted-cards/contract";
import { deleteCard } from "@/lib/trusted-cards/delete-card";
import { retrieveCard } from "@/lib/trusted-cards/read-cards";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveCardEndpoint, ({ caller, environment, params }) => retrieveCard(caller, environment, params.uuid)),
  route(deleteCardEndpoint, ({ caller, environment, params }) => deleteCard(caller, environment, params.uuid)),
);
