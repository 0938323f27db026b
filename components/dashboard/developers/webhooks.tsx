import { ActionForm } from "@/components/dashboard/ui/action-form";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ChoicesField } from "@/components/ui/form/choice-fields";
import { TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { eventNames, events, everyEvent } from "@/lib/reference/events";
import { noSecondSignature, type SecondSignature, SecondSignatureFields } from "./second-signature";

export type Endpoint = SecondSignature & {
  id: string;
  url: string;
  events: readonly string[];
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  previous_secret_expires_at: string | null;
  last_delivered_at: string | null;
  created_at: string;
};

type Props = {
  mode: string;
  endpoints: readonly Endpoint[];
  mayChange: boolean;
  /** The events that this member may choose. Contains `*` if the member may read the records of all events. */
  offered: readonly string[];
};

export function Webhooks({ mode, endpoints, mayChange, offered }: Props) {
  return (
    <>
      <PageHead title="Webhooks">
        <p>We tell your server what happens: a payment that succeeded, a refund, a withdrawal on its way.</p>
      </PageHead>
      <Card title="Endpoints">
        <DataTable
          caption="Webhook endpoints"
          columns={["Address", "State", "Events", "Last delivered"]}
          empty="There is no endpoint yet."
          rows={endpoints.map((endpoint) => ({
            key: endpoint.id,
            cells: [
              <a key="url" href={`/dashboard/${mode}/webhooks/${endpoint.id}`}>
                {endpoint.url}
              </a>,
              <StateBadge key="state" {...endpoint} />,
              endpoint.events.includes(everyEvent) ? "all" : endpoint.events.join(", "),
              endpoint.last_delivered_at ? <Moment key="last" at={endpoint.last_delivered_at} /> : "never",
            ],
          }))}
        />
      </Card>
      {mayChange && (
        <Card title="Add an endpoint">
          <ActionForm
            action={`/dashboard/${mode}/actions/create-webhook`}
            submit="Add endpoint"
            reveals={{ secret: "Signing secret" }}
          >
            <EndpointFields
              url=""
              chosen={offered.includes(everyEvent) ? [everyEvent] : []}
              offered={offered}
              second={noSecondSignature}
            />
            <PasswordField why="Events carry your customers' data, so we check that it is you." />
          </ActionForm>
        </Card>
      )}
    </>
  );
}

export const StateBadge = ({ enabled }: Endpoint) => (
  <Badge tone={enabled ? "success" : "danger"}>{enabled ? "Enabled" : "Disabled"}</Badge>
);

const groups = [
  {
    label: "Everything",
    options: [{ value: everyEvent, label: "All events, also those that are added later" }],
  },
  ...(["transaction", "trusted_card", "withdrawal"] as const).map((carried) => ({
    label: { transaction: "Payments", trusted_card: "Trusted cards", withdrawal: "Withdrawals" }[carried],
    options: eventNames
      .filter((name) => events[name].carries === carried)
      .map((name) => ({ value: name as string, label: name as string })),
  })),
];

/** The form's event groups, limited to `names`. Events that the endpoint already has are among the names. */
const groupsAmong = (names: readonly string[]) =>
  groups
    .map(({ label, options }) => ({ label, options: options.filter(({ value }) => names.includes(value)) }))
    .filter(({ options }) => options.length > 0);

const roleEvents = "These are the events whose records your role may read. An owner can choose others.";

type FieldsProps = { url: string; chosen: readonly string[]; offered: readonly string[]; second: SecondSignature };

export function EndpointFields({ url, chosen, offered, second }: FieldsProps) {
  return (
    <>
      <TextField
        name="url"
        type="url"
        label="Address"
        hint="https, on port 443 or 8443, and reachable from the internet."
        value={url}
      />
      <ChoicesField
        name="events"
        label="Events"
        {...(!offered.includes(everyEvent) && { hint: roleEvents })}
        groups={groupsAmong([...offered, ...chosen])}
        chosen={chosen}
      />
      <SecondSignatureFields value={second} />
    </>
  );
}
