/**
 * The attack suite, run by `npm run test:security` and as part of `npm test`: every attack, and the test files that
 * carry it out. New attacks stand in this folder. Tests that a module already has are listed where they are.
 */
export const attacks: Readonly<Record<string, readonly string[]>> = {
  "forged access tokens": ["lib/auth/forged-tokens.http.test.ts"],
  "another merchant's objects": ["e2e/attacks/foreign-objects.http.test.ts"],
  "a role's limits in the dashboard": ["e2e/attacks/roles.http.test.ts"],
  "a credential's scopes": ["lib/api/refusals.http.test.ts"],
  "requests from other sites": ["lib/dashboard/actions.http.test.ts"],
  "open redirects": ["e2e/attacks/open-redirects.http.test.ts", "lib/dashboard/next-page.test.ts"],
  "webhooks into our own network": ["e2e/attacks/webhook-targets.http.test.ts", "lib/webhooks/targets.test.ts"],
  "ambiguous HTTP": ["e2e/attacks/http-parsing.http.test.ts"],
  "hostile pictures": ["lib/user/picture-files.http.test.ts", "lib/user/picture-svg.test.ts"],
  "markup in text fields": ["e2e/attacks/markup.http.test.ts", "e2e/attacks/markup.test.ts", "lib/mail/render.test.ts"],
  "formulas in exports": [
    "lib/kit/csv.test.ts",
    "lib/transactions/export-transactions.db.test.ts",
    "lib/withdrawals/bank-file.db.test.ts",
  ],
  "limits by spoofed addresses and paths": ["e2e/attacks/spoofing.http.test.ts", "lib/http/rate-limit.http.test.ts"],
  "effects in parallel": [
    "e2e/attacks/parallel-effects.http.test.ts",
    "lib/checkout/page-payments.http.test.ts",
    "lib/gateway/sandbox/races.db.test.ts",
  ],
  "guessed second factors": ["e2e/attacks/second-factor.http.test.ts", "lib/members/second-factor.db.test.ts"],
};

export const attackFiles: readonly string[] = Object.values(attacks).flat();
