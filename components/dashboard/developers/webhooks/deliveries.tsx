import { ChevronDown, ChevronRight, Webhook as WebhookIcon } from "lucide";
import Link from "next/link";
import surface from "@/components/ui/card.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { SegmentedLinks } from "@/components/ui/sections/tabs";
import { StatusBadge } from "@/components/ui/status-badge";
import table from "@/components/ui/table/data-table.module.css";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import cards from "@/components/ui/table/row-cards.module.css";
import { Unseen } from "@/components/ui/unseen";
import type { DeliveryLine, OpenDelivery } from "@/lib/dashboard/views/webhook-deliveries";
import type { EndpointView } from "@/lib/dashboard/views/webhook-endpoint";
import type { Zone } from "@/lib/format/dates";
import type { WebhookRecord } from "@/lib/webhooks/contract";
import styles from "./deliveries.module.css";
import { AttemptTime, DeliveryDetails } from "./delivery-details";

type DeliveryFilter = "all" | "failed" | "retrying";

export type DeliveriesProps = Pick<EndpointView, "lastDay" | "opened"> & {
  mode: string;
  endpoint: WebhookRecord;
  filter: DeliveryFilter;
  /** Null if the query is invalid. */
  list: { lines: readonly DeliveryLine[]; pager: PagerProps } | null;
  zone: Zone;
  now: Date;
};

type Props = DeliveriesProps & { here: string };

const filterWords: readonly [DeliveryFilter, string][] = [
  ["all", "All"],
  ["failed", "Failed"],
  ["retrying", "Retrying"],
];

/** The deliveries of an endpoint. A row opens in place, through the query of the page. */
export function Deliveries({ here, lastDay, filter, list, zone, ...rest }: Props) {
  const counted = (count: number) => count.toLocaleString("en");
  return (
    <section aria-labelledby="deliveries" className={`${surface.card} ${styles.card}`}>
      <div className={styles.head}>
        <h2 id="deliveries">Deliveries</h2>
        <SegmentedLinks
          label="Status"
          options={filterWords.map(([value, label]) => ({
            label,
            href: value === "all" ? here : `${here}?status=${value}`,
            isCurrent: value === filter,
          }))}
        />
        <p className={styles.lastDay}>
          Last 24 hours: {counted(lastDay.delivered)} delivered, {counted(lastDay.failed)} failed · times in {zone.name}
        </p>
      </div>
      {list && list.lines.length > 0 && <DeliveryTable {...rest} {...{ here, filter, zone }} lines={list.lines} />}
      {list?.lines.length === 0 && <NoDeliveries filter={filter} />}
      {list && list.pager.total > list.lines.length && <Pager {...list.pager} />}
    </section>
  );
}

const emptyWords: Readonly<Record<DeliveryFilter, [title: string, sentence: string]>> = {
  all: ["No deliveries yet", "Send a test event to see one here."],
  failed: ["No failed deliveries", "Deliveries that your server did not accept appear here."],
  retrying: ["Nothing to retry", "Deliveries that wait for their next attempt appear here."],
};

function NoDeliveries({ filter }: { filter: DeliveryFilter }) {
  const [title, text] = emptyWords[filter];
  return <EmptyState icon={WebhookIcon} title={title} text={text} />;
}

type TableProps = Pick<Props, "mode" | "endpoint" | "opened" | "zone" | "now" | "here" | "filter"> & {
  lines: readonly DeliveryLine[];
};

function DeliveryTable({ lines, opened, ...rest }: TableProps) {
  // An opened delivery of another page, such as a new test event, stands above the list.
  const isListed = opened === null || lines.some(({ id }) => id === opened.id);
  const shown = isListed ? lines : [opened, ...lines];
  return (
    <table className={`${table.table} ${cards.table} ${cards.placed} ${styles.table}`}>
      <caption>
        <Unseen>Deliveries</Unseen>
      </caption>
      <thead>
        <tr>
          <th scope="col" className={styles.status}>
            Status
          </th>
          <th scope="col">Event</th>
          <th scope="col">Order</th>
          <th scope="col">Response</th>
          <th scope="col" data-align="end">
            Last attempt
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((line) => (
          <DeliveryRow key={line.id} line={line} opened={opened?.id === line.id ? opened : null} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<TableProps, "lines"> & { line: DeliveryLine; opened: OpenDelivery | null };

function DeliveryRow({ line, opened, mode, endpoint, here, filter, zone, now }: RowProps) {
  const kept = new URLSearchParams(filter === "all" ? {} : { status: filter });
  if (!opened) kept.set("open", line.eventId);
  const query = kept.toString();
  return (
    <>
      <tr data-link="" data-open={opened ? "" : undefined}>
        <th scope="row" data-phone="top-start">
          <Link
            href={query ? `${here}?${query}` : here}
            scroll={false}
            prefetch={false}
            aria-expanded={opened !== null}
          >
            <span className={styles.opener}>
              <Icon of={opened ? ChevronDown : ChevronRight} />
              <StatusBadge of={line.badge} />
              <Unseen>{line.event}</Unseen>
            </span>
          </Link>
        </th>
        <td data-phone="middle-start">
          <code>{line.event}</code>
        </td>
        <td data-phone="bottom-start">{line.order ?? "–"}</td>
        <td data-phone="bottom-end">{line.response || "–"}</td>
        <td data-align="end" data-quiet="" data-phone="top-end">
          {line.lastAttemptAt ? <AttemptTime at={line.lastAttemptAt} {...{ zone, now }} /> : "–"}
        </td>
      </tr>
      {opened && (
        <tr className={styles.details}>
          <td colSpan={5}>
            <DeliveryDetails {...{ mode, zone, now }} endpointId={endpoint.id} delivery={opened} />
          </td>
        </tr>
      )}
    </>
  );
}
