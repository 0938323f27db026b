import { signatureName } from "@/lib/checkout/redirect";
import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import type { CheckedField } from "./inspect-contract";
import { modeOf } from "./redirect-findings";
import { usualNames } from "./redirect-proof";

/** The fields of an inspected redirect URL, each with the result of its check. */

export type Parameters = Readonly<Record<string, string>>;

/**
 * The value of a parameter that appears twice. It never equals a value that we send, because our values do not contain
 * NUL.
 */
const givenTwice = "\0";

export function readParameters(address: string, names: ReadonlySet<string>): Parameters {
  const read: Record<string, string> = {};
  for (const [name, value] of pairsOf(address)) {
    if (names.has(name)) read[name] = name in read ? givenTwice : value;
  }
  return read;
}

function pairsOf(address: string): URLSearchParams {
  const [beforeFragment = ""] = address.trim().split("#");
  return new URLSearchParams(beforeFragment.slice(beforeFragment.indexOf("?") + 1));
}

type Names = ReadonlySet<string>;

/** What the inspector knows about a URL when it checks the fields. `changed` includes `missing`. */
type FieldFacts = { environment: Environment } & (
  | { kind: "not found" | "other mode" }
  | { kind: "genuine"; names: Names; fee: Minor; isFeeHashed: boolean }
  | { kind: "changed"; names: Names; changed: Names; missing: readonly string[] }
);

const otherModes: Readonly<Record<Environment, string>> = { sandbox: "Live mode", live: "Test mode" };

type Check = Pick<CheckedField, "result" | "check">;
const good = (check: string): Check => ({ result: "good", check });
const bad = (check: string): Check => ({ result: "bad", check });
const neutral = (check: string): Check => ({ result: "neutral", check });

/** Only our parameters are listed. A changed URL's values are its own: the checks never show the value that we sent. */
export function checkFields(address: string, facts: FieldFacts): CheckedField[] {
  const names = "names" in facts ? facts.names : usualNames;
  const given = Object.entries(readParameters(address, names)).map(([name, value]) =>
    value === givenTwice
      ? { name, value: "", ...bad("Appears more than once") }
      : { name, value, ...checkOf(name, facts) },
  );
  const missing = facts.kind === "changed" ? facts.missing : [];
  return [...given, ...missing.map((name) => ({ name, value: "", ...bad("Missing") }))];
}

function checkOf(name: string, facts: FieldFacts): Check {
  const isProof = name === "hash" || name === signatureName;
  switch (facts.kind) {
    case "other mode":
      return name === "transaction_id" ? bad(otherModes[facts.environment]) : neutral("Not checked");
    case "not found":
      return name === "transaction_id" ? bad("No result in your account") : neutral("Not checked");
    case "changed":
      if (!facts.changed.has(name)) return good("As we sent it");
      return bad(isProof ? "Does not match" : "Not as we sent it");
    case "genuine":
      if (isProof) return good("Genuine");
      if (name === "status") return neutral("Not part of the hash");
      if (name === "transaction_id") return good(`Found, ${modeOf[facts.environment]} mode`);
      if (name === "total" && facts.fee > 0n) {
        return (facts.isFeeHashed ? bad : good)(`Includes the fee of ${formatMinor(facts.fee)}`);
      }
      return good("Matches the payment");
  }
}
