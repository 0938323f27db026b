import * as z from "zod/mini";
import { type CardNetwork, networkCodes } from "@/lib/reference/card-networks";
import type { Month } from "./card-fields";
import { fieldProblem, isFieldRequired, normaliseEmail, problemsBetween } from "./field-rules";
import type { Asked, FieldProblem, PayField, PayValues } from "./page-fields";

/**
 * The schema with which the server parses the form of the hosted page. Its rules are in field-rules.ts, because the
 * browser applies them without zod. The caller removes blank fields first.
 */
const key = (problem: FieldProblem) => problem;

const field = (name: PayField, today?: Month) =>
  z.string({ error: key("required") }).check(({ value, issues }) => {
    const message = fieldProblem(name, value, today);
    if (message) issues.push({ code: "custom", input: value, message, continue: true });
  });

/** Adds the problems that depend on several fields. */
const between = (networks: Pick<Asked, "storedCard" | "cardType">) =>
  z.check<PayValues>(
    ({ value, issues }) => {
      for (const [name, message] of Object.entries(problemsBetween(value, networks)))
        issues.push({ code: "custom", input: value, message, path: [name] });
    },
    // By default zod skips this check if a field is missing.
    { when: () => true },
  );

/** The form for charging a stored card. It contains only the security code. */
export const cvcForm = (network: CardNetwork) =>
  z.object({ cvc: field("cvc").check(z.trim()) }).check(between({ storedCard: network, cardType: null }));

/** The form for a card that the customer enters. */
export const payForm = (asked: Asked) => {
  const typed = (name: PayField) => field(name, asked.today);
  const text = (name: PayField) => typed(name).check(z.trim());
  const when = <Schema extends z.ZodMiniType>(name: PayField, schema: Schema) =>
    (isFieldRequired(name, asked) ? schema : z.optional(schema)) as z.ZodMiniOptional<Schema>;
  return z
    .object({
      card_number: typed("card_number"),
      expiry: typed("expiry"),
      cvc: text("cvc"),
      card_name: text("card_name"),
      card_network: z.optional(z.enum(networkCodes, { error: key("network_required") })),
      email: when("email", typed("email").check(z.overwrite(normaliseEmail))),
      phone_country: z.optional(typed("phone_country")),
      phone: z.optional(text("phone")),
      country: when("country", typed("country")),
      address1: when("address1", text("address1")),
      address2: z.optional(text("address2")),
      city: when("city", text("city")),
      state: when("state", text("state")),
      zipcode: when("zipcode", text("zipcode")),
      consent: when("consent", typed("consent")),
    } satisfies Record<PayField, z.ZodMiniType>)
    .check(between(asked));
};
