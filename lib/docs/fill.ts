import { env } from "@/lib/kit/env";
import { type ErrorCode, statusOf } from "@/lib/kit/errors";
import { groupDigits } from "@/lib/reference/card-networks";
import { sandbox } from "@/lib/reference/sandbox";
import { testCards } from "@/lib/reference/test-cards";
import { finalResults } from "@/lib/transactions/result";

/** Fills the placeholders of the docs with values that the code defines or that differ between installations. */
export function fill(text: string): string {
  const values: Record<string, () => string> = {
    origin: () => env().PUBLIC_URL,
    account_number: sampleAccount,
    ...credentials(),
    test_cards: () => table(["card", "what happens"], cardRows()),
    response_codes: () => table(["status", "code", "text"], codeRows()),
    http_errors: () => table(["status", "when"], errorRows()),
  };
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name]?.() ?? placeholder);
}

/** The account number in the samples. */
export const sampleAccount = (): string =>
  env().SEED_SANDBOX ? sandbox.merchant.accountNumber : "YOUR_ACCOUNT_NUMBER";

/** Credentials of the public sandbox accounts if they are seeded, else placeholders for the reader's own values. */
function credentials(): Record<string, () => string> {
  const { merchant, apiKey, password } = sandbox;
  if (!env().SEED_SANDBOX) {
    return {
      api_key: () => "YOUR_TEST_KEY",
      hash_key: () => "YOUR_TEST_HASH_KEY",
      signing_secret: () => "YOUR_TEST_SIGNING_SECRET",
      sandbox_accounts: () =>
        "You need an account: [sign up](/dashboard/sign-up). The dashboard then shows your account number, makes test keys under Developers → API keys, and has your hash key and signing secret under Developers → Hash key.",
    };
  }
  return {
    api_key: () => apiKey,
    hash_key: () => merchant.hashKey,
    signing_secret: () => merchant.signingSecret,
    sandbox_accounts: () =>
      `You can begin at once with the public sandbox merchant \`${merchant.accountNumber}\`, which many share: its hash key is \`${merchant.hashKey}\`, its signing secret \`${merchant.signingSecret}\`. In the [dashboard](/dashboard) it is \`${merchant.email}\` with the password \`${password}\`. Or [sign up](/dashboard/sign-up) for an account of your own.`,
  };
}

const cardRows = () => testCards.map(({ number, label }) => [`\`${groupDigits(number)}\``, label]);

const codeRows = () =>
  finalResults().map(({ status, codes, text }) => [
    `\`${status}\``,
    codes.map((code) => `\`${code}\``).join(" "),
    text,
  ]);

const meanings: Record<ErrorCode, string> = {
  invalid: "A field is missing or wrong, or what a POST acts on is not there or not yours.",
  unauthorised: "No credential, two of them, or one that is not good (any more).",
  forbidden: "The credential is good but lacks the scope, belongs to the other environment, or may not do this now.",
  not_found: "There is no such address, or no such object of yours.",
  method_not_allowed: "The address does not take this method; `Allow` lists those it takes.",
  conflict: "It is there already, or a request with this idempotency key is still running.",
  gone: "An address of version 1; the message names the new one.",
  too_large: "The body is larger than 64 KB, or a picture's larger than 6 MB.",
  unsupported_media: "The content type is neither JSON nor a form.",
  key_reused: "The idempotency key was used with another body.",
  rate_limited: "Too many requests. `Retry-After` says how many seconds to wait.",
  internal: "Our mistake. Nothing more is said; the request's id finds it in our logs.",
  unavailable: "Too busy at the moment; nothing was done. `Retry-After` says when to come back.",
};

const errorRows = () =>
  Object.entries(meanings).map(([code, meaning]) => [`\`${statusOf[code as ErrorCode]}\``, meaning]);

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
