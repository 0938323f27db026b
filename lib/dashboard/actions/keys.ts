import { createKeyEndpoint, revokeKeyEndpoint, rollKeyEndpoint, updateKeyEndpoint } from "@/lib/auth/contract";
import { createApiKey, revokeApiKey, rollApiKey, updateApiKey } from "@/lib/auth/keys/manage-keys";
import { action, withPassword, withPasswordIfRisky } from "../action";

const builders = ["owner", "developer"] as const;

/** Actions that reveal a secret or widen a key's rights require the password, because a browser may be unattended. */
export const keyActions = {
  "create-api-key": withPassword(action(createKeyEndpoint, builders, ({ caller, body }) => createApiKey(caller, body))),
  "update-api-key": withPasswordIfRisky(
    action(updateKeyEndpoint, builders, ({ caller, params, body, isProven }) =>
      updateApiKey(caller, params.kid, body, { isProven }),
    ),
  ),
  "roll-api-key": withPassword(
    action(rollKeyEndpoint, builders, ({ caller, params, body }) =>
      rollApiKey(caller, params.kid, body.overlap_seconds),
    ),
  ),
  "revoke-api-key": action(revokeKeyEndpoint, builders, ({ caller, params }) => revokeApiKey(caller, params.kid)),
};
