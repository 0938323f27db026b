// Runs every case of sdk/vectors.json and prints the outcomes in the Test Anything Protocol.
// node tests/vectors.mjs [folder of the built library]
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const built = process.argv[2] ?? resolve(import.meta.dirname, "../dist");
const sdk = await import(pathToFileURL(resolve(built, "index.js")).href);
const { buildPaymentRequest, InputError, TradewindError, verifyCardRedirect, verifyRedirect, verifyWebhook } = sdk;
const vectors = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../vectors.json"), "utf8"));

/** The parameters as frameworks parse them: a list if a parameter is repeated. */
function parsed(query) {
  const parameters = new URLSearchParams(query);
  const values = (name) => (parameters.getAll(name).length > 1 ? parameters.getAll(name) : parameters.get(name));
  return Object.fromEntries([...parameters.keys()].map((name) => [name, values(name)]));
}

const formsOf = (query) => [query, new URLSearchParams(query), parsed(query)];

/** The vectors name options and results as Python does. */
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inSnakeCase = (result) =>
  Object.fromEntries(Object.entries(result).map(([name, value]) => [snakeCase(name), value]));

/** Each kind of vector in all forms that the library accepts. */
const run = {
  redirects({ query, order, hash_keys, signing_secrets }) {
    const stored = order && { ...order, transactionId: order.transaction_id, isPaid: order.is_paid };
    const secrets = { hashKeys: hash_keys, signingSecrets: signing_secrets };
    return formsOf(query).map((form) => () => inSnakeCase(verifyRedirect(form, stored, secrets)));
  },
  card_redirects: ({ query, transaction_ids, signing_secrets }) =>
    formsOf(query).map((form) => () => inSnakeCase(verifyCardRedirect(form, transaction_ids, signing_secrets))),
  webhooks({ body, headers, secrets, now_seconds }) {
    const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const forms = [body, Buffer.from(body)].flatMap((form) => [headers, listed].map((given) => [form, given]));
    return forms.map((form) => () => ({ event: verifyWebhook(...form, secrets, now_seconds) }));
  },
  payment_requests: ({ request, signing_secret, now_seconds }) => [
    () => ({ fields: buildPaymentRequest(request, signing_secret, now_seconds) }),
  ],
};

function outcomeOf(attempt) {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof InputError) return { error: "input", field: snakeCase(error.field) };
    if (error instanceof TradewindError) return { error: error.reason };
    throw error;
  }
}

let count = 0;
for (const [kind, cases] of Object.entries(vectors)) {
  for (const vector of cases) {
    const outcomes = run[kind](vector).map(outcomeOf);
    const isGood = outcomes.every((outcome) => isDeepStrictEqual(outcome, vector.expected));
    console.log(`${isGood ? "ok" : "not ok"} ${++count} - ${kind}: ${vector.name}`);
    if (!isGood) {
      process.exitCode = 1;
      console.log(`  # ${JSON.stringify(outcomes)}`);
    }
  }
}
console.log(`1..${count}`);
