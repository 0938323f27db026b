import { CodeBlock } from "@/components/code/code-block";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { CopyButton } from "@/components/ui/copy-button";
import type { OpenDelivery } from "@/lib/dashboard/views/webhook-deliveries";
import { formatMoment, type Zone } from "@/lib/format/dates";
import styles from "./delivery-details.module.css";
import { ResendDelivery } from "./webhook-actions";

type Props = { mode: string; endpointId: string; delivery: OpenDelivery; zone: Zone; now: Date };

/** A delivery in its row: the body that we send, every attempt, and the button to send it again. */
export function DeliveryDetails({ mode, endpointId, delivery, zone, now }: Props) {
  const page = `/dashboard/${mode}/webhooks/${endpointId}/deliveries/${delivery.id}`;
  return (
    <div className={`${layout.columns} ${styles.details}`}>
      <RequestBody body={delivery.body} />
      <div className={styles.side}>
        <Attempts {...{ delivery, zone, now }} />
        <dl className={styles.facts}>
          <div>
            <dt>Event ID</dt>
            <dd>
              <EventId id={delivery.eventId} />
            </dd>
          </div>
          <div>
            <dt>Response body</dt>
            <dd className={styles.response}>{delivery.attempts[0]?.response || "–"}</dd>
          </div>
        </dl>
        <div className={styles.actions}>
          <ResendDelivery
            action={`/dashboard/${mode}/actions/resend-delivery`}
            id={endpointId}
            deliveryId={delivery.id}
            isPending={delivery.isPending}
            size="small"
          />
          <a href={page} className={`${buttons.quiet} ${buttons.small}`}>
            View headers
          </a>
        </div>
      </div>
    </div>
  );
}

export const EventId = ({ id }: { id: string }) => (
  <span className={layout.copied}>
    <code title={id}>evt_…{id.slice(-6)}</code>
    <CopyButton text={id} label="the event ID" />
  </span>
);

export function RequestBody({ body }: { body: string }) {
  const tab = { label: "Request body", copyLabel: "the request body", language: "JSON", code: body };
  return (
    <div className={styles.code}>
      <CodeBlock name="request-body" tabs={[tab]} />
    </div>
  );
}

type AttemptsProps = Pick<Props, "delivery" | "zone" | "now">;

/** The attempts, newest first, and above them the next one. */
export function Attempts({ delivery, zone, now }: AttemptsProps) {
  const { attempts, nextAttempt } = delivery;
  if (attempts.length === 0 && !nextAttempt) return <p className={styles.none}>Not sent yet.</p>;
  return (
    <ol className={styles.attempts}>
      {nextAttempt && (
        <li data-scheduled="">
          <span>Attempt {nextAttempt.number}</span>
          <span>
            Scheduled <AttemptTime at={nextAttempt.at} {...{ zone, now }} />
          </span>
        </li>
      )}
      {attempts.map(({ number, answer, took, isGood }) => (
        <li key={number} data-good={isGood}>
          <span>Attempt {number}</span>
          <span>
            {answer} · {took}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The time of today with seconds, or the date and time of another day. */
export function AttemptTime({ at, zone, now }: { at: string; zone: Zone; now: Date }) {
  const isToday = formatMoment(at, "date", zone) === formatMoment(now, "date", zone);
  return <time dateTime={at}>{formatMoment(at, isToday ? "seconds" : "short", zone)}</time>;
}
