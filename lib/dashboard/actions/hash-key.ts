import { revealSecretsForm, rotateSecretsForm, switchSecretsForm } from "@/lib/hash-keys/contract";
import { revealSecrets, rotateSecrets, switchSecrets } from "@/lib/hash-keys/rotate-secrets";
import { hashKeyRoles } from "@/lib/reference/roles";
import { action, withPassword } from "../action";

/** Revealing a secret requires the password, even if the secret is not in use yet. */
export const hashKeyActions = {
  "reveal-hash-key": withPassword(
    action(revealSecretsForm, hashKeyRoles, ({ caller, owner }) => revealSecrets(caller, owner)),
  ),
  "rotate-hash-key": withPassword(
    action(rotateSecretsForm, hashKeyRoles, ({ caller, owner, body }) =>
      rotateSecrets(caller, owner, body.overlap_seconds),
    ),
  ),
  "switch-hash-key": action(switchSecretsForm, hashKeyRoles, ({ caller, owner }) => switchSecrets(caller, owner)),
};
