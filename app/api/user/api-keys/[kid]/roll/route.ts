import { route } from "@/lib/api/route";
import { rollKeyEndpoint } from "@/lib/auth/contract";
import { rollApiKey } from "@/lib/auth/keys/manage-keys";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(rollKeyEndpoint, ({ caller, params, body }) => rollApiKey(caller, params.kid, body.overlap_seconds)),
);
