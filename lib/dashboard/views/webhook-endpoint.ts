import * as z from "zod/mini";
import { formatSince, type Zone } from "@/lib/format/dates";
import { pageFields } from "@/lib/http/body/paging";
import { now } from "@/lib/kit/clock";
import { line, oneOf } from "@/lib/kit/fields";
import { findTroubled } from "@/lib/webhooks/endpoints/endpoint-store";
import { readHealth } from "@/lib/webhooks/endpoints/read-health";
import type { Visit } from "../viewer";
import { describeFailures, readCreator, readDeliveryLines, readOpenDelivery } from "./webhook-deliveries";

const eventIdLengthMax = 30;
const pageSize = 20;

/** The query of an endpoint's page: the filter, the opened delivery by its event, and the dialog that is open. */
export const deliveryPageQuery = z.object({
  page: pageFields.page,
  status: z.optional(oneOf(["failed", "retrying"])),
  open: z.optional(line({ max: eventIdLengthMax })),
  dialog: z.optional(oneOf(["edit", "rotate"])),
});

export type EndpointView = Awaited<ReturnType<typeof readEndpointPage>>;

/** The deliveries of an endpoint, and how they go. `choice` is null if the query is invalid. */
export async function readEndpointPage(
  { caller, environment, owner, viewer, zone }: Visit,
  id: string,
  choice: z.output<typeof deliveryPageQuery> | null,
) {
  const { lastDay, failing } = await readHealth(caller, environment, id);
  const { page, status, open } = choice ?? {};
  const troubled = (await findTroubled(owner)).find((endpoint) => endpoint.id === id);
  return {
    /** Who added the endpoint, or null if that is unknown. */
    creator: await readCreator(caller.accountNumber, id),
    lastDay,
    /** Failed deliveries that were not resent. `since` is for the action, `sinceText` for people. */
    failing: failing && {
      deliveries: failing.deliveries,
      since: failing.since.toISOString(),
      sinceText: formatSince(failing.since, now(), zone),
      reason: describeFailures(failing.reasons),
    },
    trouble: troubled ? describeTrouble(troubled, zone) : null,
    list: choice && (await readDeliveryLines(caller, id, { page, page_size: pageSize, status })),
    opened: open ? await readOpenDelivery(caller, viewer.role, { id, of: { eventId: open } }) : null,
  };
}

/** Since when an endpoint fails or is slow, and whether it received anything since then. Null if it is well. */
export function describeTrouble(
  { strugglingSince, lastDeliveredAt }: { strugglingSince: Date | null; lastDeliveredAt: Date | null },
  zone: Zone,
) {
  if (!strugglingSince) return null;
  const isReceiving = lastDeliveredAt !== null && lastDeliveredAt >= strugglingSince;
  return { isReceiving, since: formatSince(strugglingSince, now(), zone) };
}
