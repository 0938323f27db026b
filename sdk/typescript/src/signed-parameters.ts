import { RedirectError } from "./errors.js";
import { isSame, signFields } from "./text.js";

/** The query string at your `response_url`, or the parameters as your framework has parsed them. */
export type Query = string | URLSearchParams | Readonly<Record<string, unknown>>;

export type Parameters = Readonly<Record<string, string>>;

/** `tw_signature` covers these parameters of every result. */
const signedNames = [
  ...["card", "currency", "data", "date", "fee_structure", "hash", "message", "order_id", "reasonDescription"],
  ...["status", "total", "transaction_id"],
];
/** Other names belong to the shop. */
export type OptionalName = "customer_name" | "uuid";

export function readParameters(query: Query, optional: OptionalName): Parameters {
  const all = readAll(query);
  const given: Record<string, string> = {};
  for (const name of [...signedNames, "tw_signature", optional]) {
    const [value, ...others] = all(name);
    if (others.length > 0) throw new RedirectError("duplicate_parameter", `${name} is given more than once.`);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/** Returns a function that finds all values of a parameter. */
function readAll(query: Query): (name: string) => string[] {
  if (typeof query === "string" || query instanceof URLSearchParams) {
    const parsed = new URLSearchParams(query);
    return (name) => parsed.getAll(name);
  }
  return (name) => [query[name] ?? []].flat().map(String);
}

/** Whether the customer returned from a payment request that we refused. Such a return is not signed. */
export const isRefusal = ({ status, transaction_id, tw_signature }: Parameters): boolean =>
  status === "error" && !transaction_id && !tw_signature;

export function requireParameters(given: Parameters, names: readonly string[]): void {
  const missing = [...names, "tw_signature"].find((name) => !given[name]);
  if (missing) throw new RedirectError("missing_parameter", `${missing} is missing.`);
}

/** @param optional A parameter that may be ours, so it is signed or the shop's own. */
export function checkSignature(given: Parameters, secrets: readonly string[], optional?: OptionalName): void {
  const { tw_signature: signature = "", ...signed } = given;
  const usual = Object.fromEntries(Object.entries(signed).filter(([name]) => name !== optional));
  const isSigned = secrets.some((secret) =>
    [usual, signed].some((parameters) => isSame(signature, signFields(parameters, secret))),
  );
  if (isSigned) return;
  const hint = neededSecret(given, "signing secret");
  throw new RedirectError("wrong_signature", `tw_signature does not match the other parameters. ${hint}`);
}

/** The id of a sandbox transaction shows its environment. Secrets of the other environment are a common mistake. */
export function neededSecret({ transaction_id = "" }: Parameters, secret: string): string {
  const environment = transaction_id.startsWith("SB-") ? "sandbox" : "live";
  return `This is a ${environment} result, so it needs the ${environment} ${secret}.`;
}

export function checkTransaction({ transaction_id = "" }: Parameters, known: string | readonly string[]): void {
  if ([known].flat().some((id) => isSame(transaction_id, id))) return;
  throw new RedirectError("wrong_transaction", "The result belongs to another transaction.");
}
