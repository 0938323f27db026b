import { createKeyEndpoint, revokeKeyEndpoint, rollKeyEndpoint, updateKeyEndpoint } from "@/lib/auth/contract";
import { createApiKey, revokeApiKey, rollApiKey, updateApiKey } from "@/lib/auth/manage-keys";
import { action } from "../action";

const builders = ["owner", "developer"] as const;

export const keyActions = {
  "create-api-key": action(createKeyEndpoint, builders, ({ caller, body }) => createApiKey(caller, body)),
  "update-api-key": action(updateKeyEndpoint, builders, ({ caller, params, body }) =>
    updateApiKey(caller, params.kid, body),
  ),
  "roll-api-key": action(rollKeyEndpoint, builders, ({ caller, params, body }) =>
    rollApiKey(caller, params.kid, body.overlap_seconds),
  ),
  "revoke-api-key": action(revokeKeyEndpoint, builders, ({ caller, params }) => revokeApiKey(caller, params.kid)),
};
