import { route } from "@/lib/api/route";
import { grantTokenEndpoint, revokeTokenEndpoint } from "@/lib/auth/contract";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { revokeToken } from "@/lib/auth/tokens/revoke-token";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(grantTokenEndpoint, ({ body, clientAddress }) => grantToken(body, clientAddress)),
  route(revokeTokenEndpoint, ({ caller }) => revokeToken(caller)),
);
