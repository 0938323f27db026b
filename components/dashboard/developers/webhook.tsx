import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FilterForm } from "@/components/dashboard/ui/filter-form";
import { OverlapField } from "@/components/dashboard/ui/overlap-field";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { day, hour, later } from "@/lib/kit/clock";
import { everyEvent } from "@/lib/reference/events";
import { describeSecondSignature } from "./second-signature";
import { type Endpoint, EndpointFields, StateBadge } from "./webhooks";

export type Delivery = {
  id: string;
  event_id: string;
  event: string;
  status: string;
  next_try_at: string | null;
  created_at: string;
  body: string;
  tries: readonly Try[];
};
export type Try = {
  at: string;
  duration_ms: number;
  url: string;
  request_headers: Readonly<Record<string, string>>;
  status: number | null;
  response: string | null;
  error: string | null;
};

type Props = {
  mode: string;
  endpoint: Endpoint;
  mayChange: boolean;
  offered: readonly string[];
  given: Readonly<Record<string, string>>;
  problem: string | null;
  list: { deliveries: readonly Delivery[]; pager: PagerProps } | null;
};

export function Webhook({ mode, endpoint, mayChange, offered, given, problem, list }: Props) {
  const here = `/dashboard/${mode}/webhooks/${endpoint.id}`;
  return (
    <>
      <PageHead title="Webhook endpoint">
        <p>
          <a href={`/dashboard/${mode}/webhooks`}>All endpoints</a>
        </p>
      </PageHead>
      <Card title="Endpoint">
        <Facts facts={factsOf(endpoint)} />
      </Card>
      <Card title="Deliveries">
        {!offered.includes(everyEvent) && <p>{someEvents}</p>}
        <FilterForm here={here} problem={problem}>
          <SelectField name="status" label="Status" empty="Any" options={statuses} value={given.status} />
        </FilterForm>
        {list && (
          <>
            <DataTable
              caption="What was sent"
              columns={["Event", "Happened", "Status", "Last answer", "Next try"]}
              empty="No delivery was found."
              rows={list.deliveries.map((delivery) => toRow(here, delivery))}
            />
            <Pager {...list.pager} />
          </>
        )}
      </Card>
      {endpoint.enabled && <Resend mode={mode} id={endpoint.id} />}
      {mayChange && <EndpointForms mode={mode} endpoint={endpoint} offered={offered} />}
    </>
  );
}

const someEvents = "You see the events whose records your role may read. An owner sees all of them.";

const statuses = ["pending", "delivered", "failed"].map((status) => ({ value: status, label: status }));
const tones: Readonly<Record<string, Tone>> = { delivered: "success", failed: "danger", pending: "warning" };

export const DeliveryBadge = ({ status }: { status: string }) => (
  <Badge tone={tones[status] ?? "neutral"}>{status}</Badge>
);

const factsOf = (endpoint: Endpoint) =>
  [
    ["Address", endpoint.url],
    ["State", <StateBadge key="state" {...endpoint} />],
    ["Why disabled", endpoint.disabled_reason ?? (endpoint.enabled ? "" : "By your team")],
    ["Last delivered", endpoint.last_delivered_at ? <Moment key="last" at={endpoint.last_delivered_at} /> : "never"],
    [
      "Former secret signs until",
      endpoint.previous_secret_expires_at && <Moment key="until" at={endpoint.previous_secret_expires_at} />,
    ],
    ["Second signature", describeSecondSignature(endpoint)],
  ].filter(([, value]) => value) as [string, string][];

export const answerOf = ({ status, error }: Try): string => (status === null ? (error ?? "none") : String(status));

function toRow(here: string, { id, event, created_at, status, tries: [last], next_try_at }: Delivery) {
  return {
    key: id,
    cells: [
      <a key="event" href={`${here}/deliveries/${id}`}>
        {event}
      </a>,
      <Moment key="at" at={created_at} />,
      <DeliveryBadge key="status" status={status} />,
      last ? answerOf(last) : "",
      next_try_at && <Moment key="next" at={next_try_at} />,
    ],
  };
}

const sinceOptions = () =>
  [
    { label: "The last hour", ago: hour },
    { label: "The last 24 hours", ago: day },
    { label: "The last 7 days", ago: 7 * day },
    { label: "The last 90 days", ago: 90 * day },
  ].map(({ label, ago }) => ({ label, value: later(-ago).toISOString() }));

function Resend({ mode, id }: { mode: string; id: string }) {
  const options = sinceOptions();
  return (
    <Card title="Send again what failed">
      <ActionForm
        action={`/dashboard/${mode}/actions/resend-failed`}
        submit="Send again"
        kind="secondary"
        values={{ id }}
        done="On its way."
      >
        <SelectField name="since" label="Of" options={options} value={options[1]?.value} />
      </ActionForm>
    </Card>
  );
}

type FormsProps = { mode: string; endpoint: Endpoint; offered: readonly string[] };

function EndpointForms({ mode, endpoint, offered }: FormsProps) {
  const { id, enabled } = endpoint;
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  return (
    <>
      {enabled && (
        <Card title="Try it">
          <p>Sends a webhook.test event here, whatever its events are.</p>
          <ActionForm
            action={actionOf("test-webhook")}
            submit="Send a test event"
            kind="secondary"
            values={{ id }}
            done="On its way."
          />
        </Card>
      )}
      <Card title="Change it">
        <ActionForm action={actionOf("update-webhook")} submit="Save" done="Saved." values={{ id }}>
          <EndpointFields url={endpoint.url} chosen={endpoint.events} offered={offered} second={endpoint} />
        </ActionForm>
      </Card>
      <Card title="Rotate the secret">
        <p>A new secret signs from now on. For the overlap the old one signs as well, so that you can exchange it.</p>
        {endpoint.second_signature && (
          <p>The second signature uses the new secret from the first event on, without an overlap.</p>
        )}
        <ActionForm
          action={actionOf("rotate-webhook")}
          submit="Rotate secret"
          kind="secondary"
          values={{ id }}
          reveals={{ secret: "New signing secret" }}
        >
          <OverlapField hint="For so long both secrets sign." />
          <PasswordField why="Rotating shows a new secret, so we check that it is you." />
        </ActionForm>
      </Card>
      <Card title={enabled ? "Disable or delete it" : "Enable or delete it"}>
        <p>
          {enabled
            ? "A disabled endpoint is sent nothing. What happens meanwhile is kept, and can be sent once it is enabled."
            : "Enabling sends nothing by itself. Ask for what failed to be sent again once it is enabled."}
        </p>
        <ActionForm
          action={actionOf("update-webhook")}
          submit={enabled ? "Disable endpoint" : "Enable endpoint"}
          kind="secondary"
          values={{ id, enabled: enabled ? "0" : "1" }}
        />
        <ActionForm
          action={actionOf("delete-webhook")}
          submit="Delete endpoint"
          kind="danger"
          values={{ id }}
          confirm={{
            title: `Delete the endpoint ${endpoint.url}?`,
            text: "Its deliveries can no longer be seen or resent. You cannot undo this.",
            keep: "Keep endpoint",
          }}
          next={`/dashboard/${mode}/webhooks`}
        />
      </Card>
    </>
  );
}
