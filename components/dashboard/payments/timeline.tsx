import {
  Ban,
  Check,
  CircleAlert,
  Clock,
  CornerUpLeft,
  CreditCard,
  Eye,
  type IconNode,
  LogOut,
  Mail,
  Plus,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  TriangleAlert,
  Undo2,
  Webhook,
  X,
} from "lucide";
import { Fragment } from "react";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import step from "@/components/dashboard/ui/step.module.css";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import tones from "@/components/ui/tone.module.css";
import type { TimelineEntry } from "@/lib/dashboard/views/timeline";
import { formatMoment, type Zone } from "@/lib/format/dates";
import styles from "./timeline.module.css";

const icons: Readonly<Record<TimelineEntry["icon"], IconNode>> = {
  ban: Ban,
  check: Check,
  "circle-alert": CircleAlert,
  clock: Clock,
  "corner-up-left": CornerUpLeft,
  "credit-card": CreditCard,
  eye: Eye,
  "log-out": LogOut,
  mail: Mail,
  plus: Plus,
  send: Send,
  "shield-check": ShieldCheck,
  "sliders-horizontal": SlidersHorizontal,
  "triangle-alert": TriangleAlert,
  "undo-2": Undo2,
  webhook: Webhook,
  x: X,
};

type Place = { mode: string; zone: Zone };

/** The history of a payment, newest first. Entries of several days have the day above them. */
export function Timeline({ entries, mode, zone }: Place & { entries: readonly TimelineEntry[] }) {
  const days = entries.map(({ at }) => formatMoment(at, "date", zone));
  const hasSeveralDays = new Set(days).size > 1;
  return (
    <ol className={styles.timeline} data-testid="timeline">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the beginning, on a new page
        <Fragment key={index}>
          {hasSeveralDays && days[index] !== days[index - 1] && <li className={styles.day}>{days[index]}</li>}
          <TimelineItem entry={entry} mode={mode} zone={zone} />
        </Fragment>
      ))}
    </ol>
  );
}

function TimelineItem({ entry, mode, zone }: Place & { entry: TimelineEntry }) {
  const { at, icon, tone, title, event, deliveries } = entry;
  const [first] = deliveries;
  return (
    <li className={`${styles.entry} ${tones[tone]}`} data-tone={tone}>
      <span className={step.time}>
        <Moment at={at} zone={zone} format="seconds" />
      </span>
      <span className={step.dot}>
        <Icon of={icons[icon]} size={14} />
      </span>
      <div className={styles.text}>
        <div className={styles.title}>
          <span>
            {title} {event && <code>{event}</code>}
          </span>
          {deliveries.length === 1 && first && <StatusBadge of={first.badge} />}
        </div>
        <Notes entry={entry} />
        {deliveries.map((delivery) => (
          <Attempts key={delivery.id} delivery={delivery} isAlone={deliveries.length === 1} mode={mode} zone={zone} />
        ))}
      </div>
    </li>
  );
}

function Notes({ entry: { notes, delivered } }: { entry: TimelineEntry }) {
  if (notes.length + delivered.length === 0) return null;
  return (
    <p className={styles.note}>
      {notes.join(" · ")}
      {delivered.map((event, index) => (
        <Fragment key={event}>
          {(notes.length > 0 || index > 0) && " · "}
          {notes.length > 0 || index > 0 ? "webhook" : "Webhook"} <code>{event}</code> delivered
        </Fragment>
      ))}
    </p>
  );
}

/** `212 ms`, or `10.0 s`. */
const durationOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function Attempts({
  delivery,
  isAlone,
  mode,
  zone,
}: Place & { delivery: TimelineEntry["deliveries"][number]; isAlone: boolean }) {
  const { endpoint, id, host, badge, next, attempts } = delivery;
  const actions = `/dashboard/${mode}/actions`;
  return (
    <div className={styles.delivery}>
      <div className={styles.host}>
        <a href={`/dashboard/${mode}/webhooks/${endpoint}/deliveries/${id}`}>{host}</a>
        {!isAlone && <StatusBadge of={badge} />}
      </div>
      <ul className={styles.attempts}>
        {next && (
          <li>
            <Moment at={next.at} zone={zone} format="seconds" />
            <span>Attempt {next.number}</span>
            <span className={styles.quiet}>Scheduled</span>
            <ActionForm
              action={`${actions}/resend-delivery`}
              values={{ id: endpoint, delivery_id: id }}
              submit="Retry now"
              busy="Retrying…"
              kind="quiet"
              size="small"
              done="Delivery queued."
            />
          </li>
        )}
        {attempts.map(({ at, number, answer, tookMs, isGood }) => (
          <li key={number}>
            <Moment at={at} zone={zone} format="seconds" />
            <span>Attempt {number}</span>
            <span className={isGood ? styles.good : styles.bad}>{answer}</span>
            <span className={styles.quiet}>{durationOf(tookMs)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
