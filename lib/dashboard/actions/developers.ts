import { saveAddresses } from "@/lib/accounts/allowed-addresses";
import { saveAddressesForm } from "@/lib/accounts/settings/settings-contract";
import { testIntegrationForm } from "@/lib/conformance/contract";
import { testIntegration } from "@/lib/conformance/test-integration";
import { explainRedirect } from "@/lib/hash-inspector/explain-redirect";
import { inspectRedirectForm } from "@/lib/hash-inspector/inspect-contract";
import { revealSecretsForm, rotateSecretsForm, switchSecretsForm } from "@/lib/hash-keys/contract";
import { revealSecrets, rotateSecrets, switchSecrets } from "@/lib/hash-keys/rotate-secrets";
import { hashKeyRoles } from "@/lib/reference/roles";
import { action, withPassword } from "../action";

const builders = ["owner", "developer"] as const;

/**
 * Revealing a secret requires the password, even if the secret is not in use yet. So do addresses, because they decide
 * where customers return to and which sites show the checkout.
 */
export const developerActions = {
  "reveal-hash-key": withPassword(
    action(revealSecretsForm, hashKeyRoles, ({ caller, owner }) => revealSecrets(caller, owner)),
  ),
  "rotate-hash-key": withPassword(
    action(rotateSecretsForm, hashKeyRoles, ({ caller, owner, body }) =>
      rotateSecrets(caller, owner, body.overlap_seconds),
    ),
  ),
  "switch-hash-key": action(switchSecretsForm, hashKeyRoles, ({ caller, owner }) => switchSecrets(caller, owner)),
  "save-addresses": withPassword(
    action(saveAddressesForm, builders, ({ caller, body }) => saveAddresses(caller, body)),
  ),
  "inspect-redirect": action(inspectRedirectForm, builders, ({ owner, body }) => explainRedirect(owner, body)),
  "test-integration": action(testIntegrationForm, builders, ({ owner, body }) => testIntegration(owner, body)),
};
