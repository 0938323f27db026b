// Runs every case of sdk/vectors.json and prints the outcomes in the Test Anything Protocol.
// node tests/vectors.mjs [folder of the built library]
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const built = process.argv[2] ?? resolve(import.meta.dirname, "../dist");
const { buildPaymentRequest, InputError, TradewindError, verifyRedirect, verifyWebhook } = await import(
  pathToFileURL(resolve(built, "index.js")).href
);
const vectors = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../vectors.json"), "utf8"));

/** The parameters as frameworks parse them: a list if a parameter is repeated. */
function parsed(query) {
  const parameters = new URLSearchParams(query);
  const values = (name) => (parameters.getAll(name).length > 1 ? parameters.getAll(name) : parameters.get(name));
  return Object.fromEntries([...parameters.keys()].map((name) => [name, values(name)]));
}

/** Each kind of vector in all forms that the library accepts. */
const run = {
  redirects({ query, order, hash_keys, signing_secrets }) {
    const stored = order && { ...order, transactionId: order.transaction_id ?? undefined, isPaid: order.is_paid };
    const secrets = { hashKeys: hash_keys, signingSecrets: signing_secrets };
    return [query, new URLSearchParams(query), parsed(query)].map((form) => () => {
      const { isPaid, isRepeat, transactionId, ...result } = verifyRedirect(form, stored, secrets);
      return { ...result, is_paid: isPaid, is_repeat: isRepeat, transaction_id: transactionId };
    });
  },
  webhooks({ body, headers, secrets, now_seconds }) {
    const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const forms = [body, Buffer.from(body)].flatMap((form) => [headers, listed].map((given) => [form, given]));
    return forms.map((form) => () => ({ event: verifyWebhook(...form, secrets, now_seconds) }));
  },
  payment_requests: ({ request, signing_secret, now_seconds }) => [
    () => ({ fields: buildPaymentRequest(request, signing_secret, now_seconds) }),
  ],
};

/** The vectors name options as Python does. */
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
