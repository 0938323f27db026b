import * as z from "zod/mini";
import { formatMoment, type Zone } from "@/lib/format/dates";
import { pageFields } from "@/lib/http/body/paging";
import { now } from "@/lib/kit/clock";
import { line, oneOf } from "@/lib/kit/fields";
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

/** The deliveries of an endpoint, and how they go. `choice` is null if the query is invalid. */
export async function readEndpointPage(
  { caller, environment, viewer, zone }: Visit,
  id: string,
  choice: z.output<typeof deliveryPageQuery> | null,
) {
  const { lastDay, failing } = await readHealth(caller, environment, id);
  const { page, status, open } = choice ?? {};
  return {
    creator: await readCreator(caller.accountNumber, id),
    lastDay,
    failing: failing && {
      deliveries: failing.deliveries,
      since: failing.since.toISOString(),
      sinceText: formatSince(failing.since, zone),
      reason: describeFailures(failing.reasons),
    },
    list: choice && (await readDeliveryLines(caller, id, { page, page_size: pageSize, status })),
    opened: open ? await readOpenDelivery(caller, viewer.role, { id, of: { eventId: open } }) : null,
  };
}

/** The time of today, or the date and time of another day. */
function formatSince(since: Date, zone: Zone): string {
  const isToday = formatMoment(since, "date", zone) === formatMoment(now(), "date", zone);
  return formatMoment(since, isToday ? "time" : "short", zone);
}
