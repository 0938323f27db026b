import { route } from "@/lib/api/route";
import { revokeKeyEndpoint, updateKeyEndpoint } from "@/lib/auth/contract";
import { revokeApiKey, updateApiKey } from "@/lib/auth/keys/manage-keys";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(updateKeyEndpoint, ({ caller, params, body }) => updateApiKey(caller, params.kid, body)),
  route(revokeKeyEndpoint, ({ caller, params }) => revokeApiKey(caller, params.kid)),
);
