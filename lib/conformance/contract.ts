import * as z from "zod/mini";
import { storedLine, withoutCardNumberButTimestamps } from "@/lib/http/body/stored-text";
import { perMinute } from "@/lib/http/message/endpoint";
import { identifier, line } from "@/lib/kit/fields";

const addressLengthMax = 1024;
const bodyLengthMax = 2000;
const wordsLengthMax = 500;

const address = () => line({ max: addressLengthMax });

export const perHour = (path: string, requests: number) =>
  ({
    method: "POST",
    path: `/dashboard/conformance/${path}`,
    limit: { requests, seconds: 3600, failing: "closed" },
  }) as const;

/** The runs of an account, and those of all accounts against a host. They count once the host is proven. */
export const kitRuns = perHour("runs", 5);
export const hostRuns = perHour("host-runs", 10);
/** The same for looks at the proof of a host, each of which is one request. */
export const kitProofs = perHour("proofs", 20);
export const hostProofs = perHour("host-proofs", 60);

/** The form of the page "Test my integration". */
export const testIntegrationForm = {
  method: "POST",
  path: "/dashboard/conformance",
  limit: perMinute(20),
  body: z.object({
    return_url: address(),
    order_status_url: z.optional(address()),
    start_url: z.optional(address()),
    start_body: z.optional(line({ max: bodyLengthMax }).check(withoutCardNumberButTimestamps)),
    /** The webhook endpoint to test. */
    webhook_id: z.optional(identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
    paid_words: z.optional(storedLine({ max: wordsLengthMax })),
    unpaid_words: z.optional(storedLine({ max: wordsLengthMax })),
  }),
  success: { status: 200, schema: z.object({ message: z.literal("OK"), data: z.object({ headline: z.string() }) }) },
} as const;
