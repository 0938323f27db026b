import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { verifyCardEndpoint } from "@/lib/trusted-cards/contract";
import { verifyCard } from "@/lib/trusted-cards/verify-card";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(verifyCardEndpoint, ({ caller, environment, params, body }) =>
    verifyCard(caller, environment, params.uuid, body),
  ),
);
