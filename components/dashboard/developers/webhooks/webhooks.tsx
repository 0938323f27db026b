import { Webhook as WebhookIcon } from "lucide";
import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import { AddLink, ListPage } from "@/components/dashboard/ui/list-page";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Zone } from "@/lib/format/dates";
import { type DisplayStatus, endpointWords } from "@/lib/format/status-words";
import { everyEvent } from "@/lib/reference/events";
import type { WebhookRecord } from "@/lib/webhooks/contract";
import { EndpointFields } from "./endpoint-fields";
import { describeEvents } from "./event-groups";

type Props = {
  mode: string;
  endpoints: readonly WebhookRecord[];
  mayChange: boolean;
  /** The events that this member may choose. Contains `*` if the member may read the records of all events. */
  offered: readonly string[];
  isAdding: boolean;
  zone: Zone;
};

export function Webhooks({ mode, endpoints, mayChange, offered, isAdding, zone }: Props) {
  const here = `/dashboard/${mode}/webhooks`;
  const add = mayChange && <AddLink href={`${here}?add=1`}>Add endpoint</AddLink>;
  return (
    <ListPage
      title="Webhooks"
      lead="We send events to your server: a payment that succeeded, a refund, a withdrawal on its way."
      actions={endpoints.length > 0 && add}
      caption="Webhook endpoints"
      columns={[
        { label: "URL", phone: "top-start" },
        { label: "Status", phone: "middle-start" },
        { label: "Events", phone: "bottom-start" },
        { label: "Last delivered", isQuiet: true, phone: "hidden" },
      ]}
      empty={{
        icon: WebhookIcon,
        title: "No webhook endpoints yet",
        text: "Add one to hear about payments even when the customer closes the page.",
        action: add,
      }}
      rows={endpoints.map((endpoint) => ({
        key: endpoint.id,
        href: `${here}/${endpoint.id}`,
        cells: [
          endpoint.url,
          <StatusBadge key="status" of={endpointStatus(endpoint)} />,
          describeEvents(endpoint.events),
          endpoint.last_delivered_at ? (
            <Moment key="last" at={endpoint.last_delivered_at} zone={zone} format="shortWithYear" />
          ) : (
            "Never"
          ),
        ],
      }))}
    >
      {isAdding && mayChange && <AddPanel {...{ mode, offered }} />}
    </ListPage>
  );
}

function AddPanel({ mode, offered }: Pick<Props, "mode" | "offered">) {
  const here = `/dashboard/${mode}/webhooks`;
  return (
    <FormPanel
      title="Add endpoint"
      closeHref={here}
      action={`/dashboard/${mode}/actions/create-webhook`}
      submit="Add endpoint"
      busy="Adding…"
      reveals={{ secret: "Signing secret" }}
      made={{
        title: "We send events to {url}",
        next: "Verify each event with the secret on your server. Then send a test event from the endpoint’s page.",
        link: { href: `${here}/{id}`, label: "Open the endpoint" },
      }}
      done="Endpoint added."
      footNote="We show its signing secret once."
    >
      <EndpointFields
        url=""
        chosen={offered.includes(everyEvent) ? [everyEvent] : []}
        offered={offered}
        second={null}
      />
      <PasswordField why="Events carry data of your customers, so we check that it is you." />
    </FormPanel>
  );
}

export const endpointStatus = ({ enabled }: WebhookRecord): DisplayStatus =>
  endpointWords[enabled ? "enabled" : "disabled"];
