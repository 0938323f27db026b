import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { wordList } from "@/lib/kit/fields";

const addressesMax = 50;

/** Replaces the lists of hosts and origins; the form always sends both lists completely. */
export const saveAddressesForm = {
  method: "POST",
  path: "/dashboard/addresses",
  limit: perMinute(60),
  body: z.object({
    response_hosts: z.optional(wordList({ max: addressesMax })),
    frame_origins: z.optional(wordList({ max: addressesMax })),
  }),
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
} as const;
