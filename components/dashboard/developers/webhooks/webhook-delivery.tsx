import { CodeBlock } from "@/components/code/code-block";
import layout from "@/components/dashboard/ui/layout.module.css";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { Facts } from "@/components/ui/table/facts";
import type { OpenDelivery } from "@/lib/dashboard/views/webhook-deliveries";
import type { Zone } from "@/lib/format/dates";
import { Attempts, EventId, RequestBody } from "./delivery-details";
import { hostOf } from "./webhook";
import { ResendDelivery } from "./webhook-actions";

type Props = {
  mode: string;
  endpoint: { id: string; url: string };
  delivery: OpenDelivery;
  zone: Zone;
  now: Date;
};

/** One delivery with the headers and the answer of every attempt. */
export function WebhookDelivery({ mode, endpoint, delivery, zone, now }: Props) {
  const webhooks = `/dashboard/${mode}/webhooks`;
  const trail = [
    { label: "Webhooks", href: webhooks },
    { label: hostOf(endpoint.url), href: `${webhooks}/${endpoint.id}` },
    { label: delivery.event },
  ];
  return (
    <>
      <PageHead
        title={<code>{delivery.event}</code>}
        aside={<StatusBadge of={delivery.badge} />}
        trail={trail}
        actions={
          <ResendDelivery
            action={`/dashboard/${mode}/actions/resend-delivery`}
            id={endpoint.id}
            deliveryId={delivery.id}
            isPending={delivery.isPending}
          />
        }
      >
        <p>
          {delivery.order && `Order ${delivery.order} · `}
          <Moment at={delivery.happenedAt} zone={zone} />
        </p>
      </PageHead>
      <div className={layout.columns}>
        <div className={layout.stack}>
          <RequestBody body={delivery.body} />
          {delivery.attempts.map((attempt) => (
            <AttemptCard key={attempt.number} attempt={attempt} zone={zone} />
          ))}
        </div>
        <Card title="Details">
          <Facts
            isStacked
            facts={[
              ["Event ID", <EventId key="id" id={delivery.eventId} />],
              [
                "Endpoint",
                <span key="url" className={layout.mono}>
                  {endpoint.url}
                </span>,
              ],
            ]}
          />
          <h3 className={layout.subhead}>Attempts</h3>
          <Attempts {...{ delivery, zone, now }} />
        </Card>
      </div>
    </>
  );
}

function AttemptCard({ attempt, zone }: { attempt: OpenDelivery["attempts"][number]; zone: Zone }) {
  const { number, at, answer, took, url, headers, response } = attempt;
  return (
    <Card title={`Attempt ${number}`} note={<Moment at={at} zone={zone} />} action={`${answer} · ${took}`}>
      <p className={layout.mono}>POST {url}</p>
      <PlainCode label="Request headers" copyLabel="the request headers" code={headers.join("\n")} />
      {response && <PlainCode label="Response body" copyLabel="the response body" code={response} />}
    </Card>
  );
}

const PlainCode = (tab: { label: string; copyLabel: string; code: string }) => (
  <CodeBlock name={tab.label} tabs={[{ ...tab, language: "" }]} />
);
