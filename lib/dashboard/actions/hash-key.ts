import { revealSecretsForm, rotateSecretsForm, switchSecretsForm } from "@/lib/hash-keys/contract";
import { revealSecrets, rotateSecrets, switchSecrets } from "@/lib/hash-keys/rotate-secrets";
import { action, withPassword } from "../action";

const builders = ["owner", "developer"] as const;

/** Revealing a secret requires the password, even if the secret is not in use yet. */
export const hashKeyActions = {
  "reveal-hash-key": withPassword(
    action(revealSecretsForm, builders, ({ caller, owner }) => revealSecrets(caller, owner)),
  ),
  "rotate-hash-key": withPassword(
    action(rotateSecretsForm, builders, ({ caller, owner, body }) =>
      rotateSecrets(caller, owner, body.overlap_seconds),
    ),
  ),
  "switch-hash-key": action(switchSecretsForm, builders, ({ caller, owner }) => switchSecrets(caller, owner)),
};
