import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everyCompatibility, oursOf } from "@/lib/checkout/redirect";
import { redirectRules } from "./redirect-rules";

const rules = JSON.parse(JSON.stringify(redirectRules("https://pay.test"))) as ReturnType<typeof redirectRules>;
type Order = { id: string; total: string; currency: string; transaction_id: string | string[] | null };
type Vector = {
  name: string;
  query: string;
  order: Order | null;
  hash_keys: string[];
  signing_secrets: string[];
  expected: { error?: string };
};
const { redirects } = JSON.parse(readFileSync("sdk/vectors.json", "utf8")) as { redirects: Vector[] };

const sorted = (names: Iterable<string>) => [...names].sort();

it("names the parameters that the product sends", () => {
  const usual = { purpose: "payment", compatibility: { encodesData: false, sendsCustomerName: false } } as const;
  const named = rules.parameters.map(({ name }) => name);
  expect(sorted(named)).toEqual(sorted(oursOf(usual)));
  const possible = everyCompatibility.flatMap((compatibility) => [...oursOf({ purpose: "payment", compatibility })]);
  expect(sorted([...named, ...rules.signature.optional])).toEqual(sorted(new Set(possible)));
});

const inHex = (text: string, key: string) => createHmac("sha256", key).update(text).digest("hex");

/** Reads the query by the rules alone. Returns the reason of the first check that fails, or undefined. */
function refusalOf({ query, order, hash_keys, signing_secrets }: Vector): string | undefined {
  const parsed = new URLSearchParams(query);
  const ours = [...rules.parameters.map(({ name }) => name), ...rules.signature.optional];
  const value = (name: string) => parsed.get(name) ?? "";
  const isSigned = (names: readonly string[]) => {
    const pairs = sorted(names).flatMap((name) => (parsed.has(name) ? [[name, value(name)]] : []));
    const text = new URLSearchParams(pairs).toString();
    return signing_secrets.some((secret) => inHex(text, secret) === value(rules.signature.parameter));
  };
  const { parameters, optional } = rules.signature;
  const needed = rules.checks.flatMap((check) => ("parameters" in check ? [check] : []))[0];
  const isSuccess = value("status") === "success";
  const stored = order?.transaction_id === null ? null : [order?.transaction_id].flat();
  const total = Number(order?.total).toFixed(2);
  const isHash = (key: string) =>
    createHash("md5")
      .update(`${value("transaction_id")}${total}${key}`)
      .digest("hex") === value("hash");
  const passes: Record<(typeof rules.checks)[number]["reason"], boolean> = {
    unknown_order: order !== null,
    duplicate_parameter: ours.every((name) => parsed.getAll(name).length < 2),
    missing_parameter: [
      ...(needed?.parameters ?? []),
      ...(isSuccess ? (needed?.parameters_of_success ?? []) : []),
    ].every((name) => value(name) !== ""),
    wrong_signature: isSigned(parameters) || isSigned([...parameters, ...optional]),
    wrong_order: value("order_id") === String(order?.id),
    wrong_currency: value("currency") === order?.currency,
    wrong_transaction: stored
      ? stored.includes(value("transaction_id"))
      : new RegExp(rules.transaction_id.pattern).test(value("transaction_id")),
    wrong_hash: !isSuccess || hash_keys.some(isHash),
  };
  const { status, without } = rules.refused;
  if (value("status") === status && without.every((name) => value(name) === "")) return undefined;
  return rules.checks.find(({ reason }) => !passes[reason])?.reason;
}

describe("a program that knows only the rules", () => {
  it.each(
    redirects.filter(({ expected }) => expected.error !== "input").map((vector) => [vector.name, vector] as const),
  )("decides as the vectors about %s", (_name, vector) => {
    expect(refusalOf(vector)).toBe(vector.expected.error);
  });
});
