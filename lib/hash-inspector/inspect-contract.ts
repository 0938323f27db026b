import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { line, verbatim } from "@/lib/kit/fields";

/** A formula in pieces. A wrong piece differs from the right formula. */
const formula = z.array(z.object({ text: z.string(), isWrong: z.boolean() }));

/** A formula and its value. `formula` is null if the inspector does not know how the shop computed the value. */
const computation = z.object({ formula: z.nullable(formula), value: z.string() });

/**
 * A finding of the hash inspector: the verdict as a title, the reason, and how to fix it. Names of the API stand in
 * backticks. It never contains a secret.
 */
const finding = z.object({
  mistake: z.string(),
  tone: z.enum(["success", "warning", "danger"]),
  title: z.string(),
  says: z.string(),
  mend: z.string(),
});

const checkedField = z.object({
  name: z.string(),
  value: z.string(),
  result: z.enum(["good", "bad", "neutral"]),
  check: z.string(),
});

const inspection = z.object({
  findings: z.array(finding),
  /** Whether the URL is exactly as we sent it. */
  isGenuine: z.boolean(),
  /** The shop's wrong computation beside the correct one. Only for a genuine URL, which has the correct value in it. */
  yours: z.nullable(computation),
  correct: z.nullable(computation),
  fields: z.array(checkedField),
});

export type Formula = z.output<typeof formula>;
export type Finding = z.output<typeof finding>;
export type CheckedField = z.output<typeof checkedField>;
export type Inspection = z.output<typeof inspection>;

/** Longer than any redirect URL that we send. */
const addressLengthMax = 10_000;
const computedLengthMax = 256;

export const inspectRedirectForm = {
  method: "POST",
  path: "/dashboard/hash-inspector",
  limit: perMinute(30),
  body: z.object({
    address: verbatim({ max: addressLengthMax }),
    computed: z.optional(line({ max: computedLengthMax })),
  }),
  success: { status: 200, schema: z.object({ message: z.literal("OK"), data: inspection }) },
} as const;
