import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { line, verbatim } from "@/lib/kit/fields";

export const findingTones = ["success", "warning", "danger"] as const;
export const checkResults = ["good", "bad", "neutral"] as const;

const formula = z.array(z.object({ text: z.string(), isWrong: z.boolean() }));
const computation = z.nullable(z.object({ formula: z.nullable(formula), value: z.string() }));

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
  success: {
    status: 200,
    schema: z.object({
      message: z.literal("OK"),
      data: z.object({
        findings: z.array(
          z.object({
            mistake: z.string(),
            tone: z.enum(findingTones),
            title: z.string(),
            says: z.string(),
            mend: z.string(),
          }),
        ),
        isGenuine: z.boolean(),
        yours: computation,
        correct: computation,
        fields: z.array(
          z.object({ name: z.string(), value: z.string(), result: z.enum(checkResults), check: z.string() }),
        ),
      }),
    }),
  },
} as const;
