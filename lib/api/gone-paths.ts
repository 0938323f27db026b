import { withoutTrailingSlashes } from "@/lib/http/message/path";

/** The paths of API release 1.0.5 and their replacements. The old paths answer every method with 410. */
const gone: Readonly<Record<string, string>> = {
  "/auth/grant": "POST /auth/tokens",
  "/auth/revoke": "DELETE /auth/tokens",
  "/auth/refresh": "POST /auth/tokens/refresh",
  "/accounts/create": "POST /accounts",
  "/accounts/delete": "DELETE /accounts/{account_number}",
  "/accounts/retrieve": "GET /accounts/{account_number}",
  "/accounts/update": "PATCH /accounts/{account_number}",
  "/transactions/history": "GET /transactions/",
  "/transactions/status": "GET /transactions/{transaction_id}",
  "/transactions/refund_request": "POST /transactions/{transaction_id}/refund",
  "/trusted-card/charge_request": "POST /trusted-cards/{uuid}/charge",
  "/trusted-card/create": "POST /trusted-cards/",
  "/trusted-card/delete": "DELETE /trusted-cards/{uuid}",
  "/trusted-card/retrieve": "GET /trusted-cards/{uuid?}",
  "/trusted-card/verify": "POST /trusted-cards/{uuid}/verify",
};

export const gonePaths = Object.keys(gone);

/** Returns the replacement of a removed API path. Undefined for all other paths. */
export function replacementOf(path: string): string | undefined {
  const key = withoutTrailingSlashes(path);
  return Object.hasOwn(gone, key) ? gone[key] : undefined;
}
