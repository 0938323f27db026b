import * as z from "zod/mini";
import { apiVersion } from "@/lib/reference/api-version";
import { type Carried, eventNames, events } from "@/lib/reference/events";
import { transactionRecord } from "@/lib/transactions/contract";
import { cardRecord } from "@/lib/trusted-cards/contract";
import { envelope, testRecord } from "@/lib/webhooks/delivery/delivery-contract";
import { withdrawalRecord } from "@/lib/withdrawals/contract";

/** Whose record an event carries: the very one that the API answers with. */
const recordOf: Readonly<Record<Carried, z.ZodMiniType>> = {
  transaction: transactionRecord,
  trusted_card: cardRecord,
  withdrawal: withdrawalRecord,
  webhook: testRecord,
};

/** What is sent of each event, in the version that this is. The document tells of it. */
export const webhookEvents = eventNames.map((name) => {
  const { family, carries } = events[name];
  return {
    name,
    schema: z.object({
      ...envelope,
      event: z.literal(name),
      api_family: z.literal(family),
      data: recordOf[carries],
      meta: z.object({ ...envelope.meta.shape, api_version: z.literal(apiVersion) }),
    }),
  };
});
