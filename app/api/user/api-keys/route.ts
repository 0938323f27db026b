import { route } from "@/lib/api/route";
import { createKeyEndpoint, listKeysEndpoint } from "@/lib/auth/contract";
import { createApiKey, listApiKeys } from "@/lib/auth/keys/manage-keys";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listKeysEndpoint, ({ caller }) => listApiKeys(caller)),
  route(createKeyEndpoint, ({ caller, body }) => createApiKey(caller, body)),
);
