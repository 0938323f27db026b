import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { answerOf, type Delivery, DeliveryBadge, type Try } from "./webhook";

type Props = { mode: string; endpointId: string; delivery: Delivery };

export function WebhookDelivery({ mode, endpointId, delivery }: Props) {
  return (
    <>
      <PageHead title={delivery.event}>
        <p>
          <a href={`/dashboard/${mode}/webhooks/${endpointId}`}>All deliveries of the endpoint</a>
        </p>
      </PageHead>
      <Card title="Delivery">
        <Facts
          facts={[
            ["Status", <DeliveryBadge key="status" status={delivery.status} />],
            ["Happened", <Moment key="at" at={delivery.created_at} />],
            ["webhook-id", delivery.event_id],
            ["Next try", delivery.next_try_at ? <Moment key="next" at={delivery.next_try_at} /> : "none"],
          ]}
        />
        <ActionForm
          action={`/dashboard/${mode}/actions/resend-delivery`}
          submit="Send again"
          kind="secondary"
          values={{ id: endpointId, delivery_id: delivery.id }}
          done="On its way."
        />
      </Card>
      <Card title="Tries">
        <DataTable
          caption="Every try"
          columns={["Time", "Answer", "Took", "Response", "Address", "Headers"]}
          empty="It was not tried yet."
          rows={delivery.tries.map(toRow)}
        />
      </Card>
      <Card title="Body">
        <DataTable
          caption="What is sent"
          columns={["What is sent, here with line breaks"]}
          empty=""
          rows={[{ key: "body", cells: [<Code key="body" text={readable(delivery.body)} />] }]}
        />
      </Card>
    </>
  );
}

function toRow(made: Try) {
  const headers = Object.entries(made.request_headers).map(([name, value]) => `${name}: ${value}`);
  return {
    key: made.at,
    cells: [
      <Moment key="at" at={made.at} />,
      answerOf(made),
      `${made.duration_ms} ms`,
      made.response && <Code key="response" text={made.response} />,
      <code key="url">{made.url}</code>,
      <Code key="headers" text={headers.join("\n")} />,
    ],
  };
}

const Code = ({ text }: { text: string }) => (
  <pre>
    <code>{text}</code>
  </pre>
);

const readable = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
