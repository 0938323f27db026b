import { gonePaths, replacementOf } from "@/lib/api/gone-paths";
import { env } from "@/lib/kit/env";
import { type ErrorCode, statusOf } from "@/lib/kit/errors";
import { groupDigits } from "@/lib/reference/card-networks";
import { sandbox } from "@/lib/reference/sandbox";
import { findTestCard, testCards } from "@/lib/reference/test-cards";
import { behaviours } from "@/lib/reference/testing/behaviour-words";
import { permalinkBehaviours, permalinkClocks, permalinkTo } from "@/lib/reference/testing/permalinks";
import { finalResults } from "@/lib/transactions/result";

/** Fills the placeholders of the docs with values that the code defines or that differ between installations. */
export function fill(text: string): string {
  const values: Record<string, () => string> = {
    origin: () => env().PUBLIC_URL,
    account_number: sampleAccount,
    ...credentials(),
    test_cards: () => table(["card", "what happens", "name"], cardRows()),
    permalinks: () => table(["permalink", "what happens"], permalinkRows()),
    response_codes: () => table(["status", "code", "text"], codeRows()),
    http_errors: () => table(["status", "when"], errorRows()),
    gone_paths: () => table(["old path", "use instead"], goneRows()),
  };
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name]?.() ?? placeholder);
}

/** The account number in the samples. */
export const sampleAccount = (): string =>
  env().SEED_SANDBOX ? sandbox.merchant.accountNumber : "YOUR_ACCOUNT_NUMBER";

/** Credentials of the public sandbox accounts if they are seeded, else placeholders for the reader's own values. */
function credentials(): Record<string, () => string> {
  const { merchant, apiKey } = sandbox;
  if (!env().SEED_SANDBOX) {
    return {
      api_key: () => "YOUR_TEST_KEY",
      hash_key: () => "YOUR_TEST_HASH_KEY",
      signing_secret: () => "YOUR_TEST_SIGNING_SECRET",
      sandbox_accounts: () =>
        "You need an account: [sign up](/dashboard/sign-up). The dashboard shows your account number. Create test keys under Developers → API keys. Your hash key and signing secret are under Developers → Hash key.",
    };
  }
  return {
    api_key: () => apiKey,
    hash_key: () => merchant.hashKey,
    signing_secret: () => merchant.signingSecret,
    sandbox_accounts: () =>
      [
        "All readers share these accounts. No money moves there, and they can never go live. Or [sign up](/dashboard/sign-up) for your own. The commands above contain the merchant's test API key.",
        table(["what", "value"], accountRows()),
      ].join("\n\n"),
  };
}

const accountRows = () =>
  [
    ["Email to [sign in](/dashboard) as the merchant", sandbox.merchant.email],
    ["Email of the demo shop's merchant", sandbox.shop.email],
    ["Email of a personal account", sandbox.person.email],
    ["Password of all three", sandbox.password],
    ["The merchant's account number", sandbox.merchant.accountNumber],
    ["Hash key", sandbox.merchant.hashKey],
    ["Signing secret", sandbox.merchant.signingSecret],
  ].map(([what = "", value = ""]) => [what, `\`${value}\``]);

const cardRows = () =>
  testCards.map(({ name, number, label }) => [
    `\`${groupDigits(number)}\``,
    label,
    permalink(name, { behaviour: name }),
  ]);

/** A link with this text. Permalinks need the public sandbox accounts. */
const permalink = (text: string, names: Readonly<Record<string, string>>): string =>
  env().SEED_SANDBOX ? `[\`${text}\`](${permalinkTo(names)})` : `\`${text}\``;

/** The names that are not those of a card. */
function permalinkRows(): string[][] {
  const rowsOf = (parameter: string, names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([name, words]) => [permalink(`${parameter}=${name}`, { [parameter]: name }), words]);
  const wordsOf = (names: Readonly<Record<string, { words: string }>>) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([name, { words }]) => (findTestCard(name) ? [] : [[name, words]])),
    );
  return [
    ...rowsOf("behaviour", wordsOf(permalinkBehaviours)),
    ...rowsOf("clock", wordsOf(permalinkClocks)),
    ...rowsOf("avs", behaviours.avs.values),
  ];
}

const codeRows = () =>
  finalResults().map(({ status, codes, text }) => [
    `\`${status}\``,
    codes.map((code) => `\`${code}\``).join(" "),
    text,
  ]);

const meanings: Record<ErrorCode, string> = {
  invalid: "A field is missing or wrong, or the object of a POST does not exist or is not yours.",
  unauthorised: "The credential is missing, given twice, wrong, expired or revoked.",
  forbidden: "The credential lacks the scope, belongs to the other environment, or may not do this now.",
  not_found: "The URL or the object does not exist.",
  method_not_allowed: "The URL does not accept this method. `Allow` lists the methods that it accepts.",
  conflict: "The object already exists, or a request with this idempotency key is still running.",
  gone: "A URL of version 1. The message names the new one.",
  too_large: "The body is larger than 64 KB, or a picture is larger than 6 MB.",
  unsupported_media: "The content type is neither JSON nor a form.",
  expectation_failed: "The `Expect` header asks for something else than `100-continue`.",
  key_reused: "The idempotency key was used with another body.",
  rate_limited: "Too many requests. Wait for the seconds in `Retry-After`.",
  too_many_headers: "The request has more than 100 headers, or more than 16 KB of them.",
  internal: "An unexpected error on our side. Send us the request id.",
  unavailable:
    "We cannot process requests at the moment. Wait for the seconds in `Retry-After`, then retry with the same idempotency key.",
};

const errorRows = () =>
  Object.entries(meanings).map(([code, meaning]) => [`\`${statusOf[code as ErrorCode]}\``, meaning]);

const goneRows = () => gonePaths.map((path) => [`\`${path}\``, `\`${replacementOf(path)}\``]);

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
