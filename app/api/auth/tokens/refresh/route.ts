import { route } from "@/lib/api/route";
import { refreshTokenEndpoint } from "@/lib/auth/contract";
import { refreshToken } from "@/lib/auth/tokens/refresh-token";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(refreshTokenEndpoint, ({ body }) => refreshToken(body.refresh_token)),
);
