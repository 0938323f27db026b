import { digitsOf, isOnlyShortDigits, looksLikeCardData } from "@/lib/checkout/page/card-fields";
import { fieldProblem } from "@/lib/checkout/page/field-rules";
import {
  type FieldErrors,
  type FormRefusal,
  fieldProblems,
  type PayField,
  type Prefill,
  payFieldNames,
} from "@/lib/checkout/page/page-fields";
import { readPhone } from "@/lib/checkout/page/prefill";
import { detectNetwork, refusedNetwork } from "@/lib/reference/card-networks";
import { resolveState, statesOf } from "@/lib/reference/places/subdivisions";

/** A form that a browser posted without JavaScript and the server refused. It contains no card data. */
export type RefusedForm = FormRefusal & { typed: Typed };
type Typed = Partial<Record<PayField, string>>;

type Posted = { errors: Readonly<Record<string, unknown>>; fields: Readonly<Record<string, unknown>> };

export function readRefusedForm({ errors, fields }: Posted): RefusedForm {
  const problems: FieldErrors = {};
  const posted: Typed = {};
  for (const name of payFieldNames) {
    const problem = fieldProblems.find((known) => known === errors[name]);
    if (problem) problems[name] = problem;
    const value = fields[name];
    if (typeof value === "string") posted[name] = value;
  }
  const digits = digitsOf(posted.card_number ?? "");
  return {
    problems,
    network: detectNetwork(digits),
    refusedNetwork: refusedNetwork(digits),
    typed: withoutCardData(posted),
  };
}

const cardFields: readonly PayField[] = ["card_number", "expiry", "cvc"];

function withoutCardData(posted: Typed): Typed {
  const typed: Typed = {};
  for (const name of payFieldNames) {
    const value = posted[name];
    if (value === undefined || cardFields.includes(name)) continue;
    typed[name] = isCardData(name, value, posted) ? "" : value;
  }
  return typed;
}

/** A valid phone number may look like a card number. Three or four digits as the name are a security code. */
function isCardData(name: PayField, value: string, { phone_country, country }: Typed): boolean {
  if (name === "phone" && readPhone(phone_country ?? country, value) !== null) return false;
  return looksLikeCardData(value) || (name === "card_name" && isOnlyShortDigits(value));
}

/** The form's initial values, replaced by what the payer typed. A select offers only valid values. */
export function withTyped(prefill: Prefill, typed: Typed): Prefill {
  const { card_network: network, ...kept } = { ...prefill, ...typed };
  const { country, state } = kept;
  return {
    ...kept,
    state: statesOf(country).length > 0 ? (resolveState(country, state) ?? "") : state,
    ...(network !== undefined && fieldProblem("card_network", network) === undefined && { card_network: network }),
  };
}
