/**
 * The attack suite, run by `npm run test:security` and as part of `npm test`: every attack, and the test files that
 * carry it out. New attacks stand in this folder. Tests that a module already has are listed where they are.
 */
const attacks: Readonly<Record<string, readonly string[]>> = {
  "forged access tokens": ["lib/auth/tokens/forged-tokens.http.test.ts"],
  "another merchant's objects": ["tests/attacks/foreign-objects.http.test.ts"],
  "a role's limits in the dashboard": ["tests/attacks/roles.http.test.ts"],
  "a credential's scopes": ["lib/api/refusals.http.test.ts"],
  "requests from other sites": ["lib/dashboard/actions.http.test.ts"],
  "open redirects": ["tests/attacks/open-redirects.http.test.ts", "lib/dashboard/next-page.test.ts"],
  "webhooks into our own network": [
    "tests/attacks/webhook-targets.http.test.ts",
    "lib/webhooks/endpoints/targets.test.ts",
  ],
  "integration tests of other hosts": ["lib/conformance/test-integration.db.test.ts"],
  "ambiguous HTTP": ["tests/attacks/http-parsing.http.test.ts"],
  "hostile pictures": ["lib/pictures/picture-files.http.test.ts", "lib/pictures/picture-svg.test.ts"],
  "markup in text fields": [
    "tests/attacks/markup.http.test.ts",
    "tests/attacks/markup.test.ts",
    "lib/mail/render.test.ts",
  ],
  "card numbers in text fields": [
    "tests/attacks/card-numbers.test.ts",
    "lib/http/body/card-number-search.test.ts",
    "lib/cards/card-data.http.test.ts",
  ],
  "formulas in exports": [
    "lib/kit/text/csv.test.ts",
    "lib/transactions/history/export-transactions.db.test.ts",
    "lib/withdrawals/bank-file.db.test.ts",
  ],
  "limits by spoofed addresses and paths": [
    "tests/attacks/spoofing.http.test.ts",
    "lib/http/limits/rate-limit.http.test.ts",
  ],
  "effects in parallel": [
    "tests/attacks/parallel-effects.http.test.ts",
    "lib/checkout/pay/page-payments.http.test.ts",
    "lib/gateway/sandbox/races.db.test.ts",
  ],
  "guessed second factors": ["tests/attacks/second-factor.http.test.ts", "lib/members/second-factor.db.test.ts"],
};

export const attackFiles: readonly string[] = Object.values(attacks).flat();
