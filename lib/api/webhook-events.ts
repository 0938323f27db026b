import * as z from "zod/mini";
import { apiVersion } from "@/lib/reference/api-version";
import { type Carried, eventNames, events } from "@/lib/reference/events";
import { transactionRecord } from "@/lib/transactions/contract";
import { cardRecord } from "@/lib/trusted-cards/contract";
import { envelope, testRecord } from "@/lib/webhooks/delivery/delivery-contract";
import { withdrawalRecord } from "@/lib/withdrawals/contract";

/** The schema of the record that each kind of event carries, as the API returns it. */
const recordOf: Readonly<Record<Carried, z.ZodMiniType>> = {
  transaction: transactionRecord,
  trusted_card: cardRecord,
  withdrawal: withdrawalRecord,
  webhook: testRecord,
};

/** The payload of each event in the current API version, for the OpenAPI document. */
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
