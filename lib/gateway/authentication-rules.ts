import type { AuthenticationPolicy } from "./terminals/terminal-store";

/** What a payment demands of 3DS: the policy of the platform, and whether the payer must be authenticated. */
export type Demand = { policy: Omit<AuthenticationPolicy, "allowsUnconfirmed">; requiresAuthentication: boolean };

/**
 * Whether a payment with this result of 3DS is acceptable. The bank authenticated the payer with Y, and attested an
 * attempt with A. The platform's policy decides about U and about cards without 3DS (`unsupported`). Everything else is
 * refused.
 */
export function isAllowed(status: string | null, { policy, requiresAuthentication }: Demand): boolean {
  if (status === "Y") return true;
  if (requiresAuthentication) return false;
  switch (status) {
    case "A":
      return true;
    case "U":
      return policy.allowsUnavailable;
    case "unsupported":
      return policy.allowsUnsupported;
    default:
      return false;
  }
}
