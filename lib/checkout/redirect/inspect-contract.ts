import * as z from "zod/mini";
import { perMinute } from "@/lib/http/route/endpoint";
import { line, verbatim } from "@/lib/kit/fields";

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
        findings: z.array(z.object({ mistake: z.string(), says: z.string(), mend: z.string() })),
      }),
    }),
  },
} as const;
