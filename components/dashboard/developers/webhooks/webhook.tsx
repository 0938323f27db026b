import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormDialog, FormPanel } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import { OverlapField, PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { MoreMenu } from "@/components/ui/overlay/more-menu";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import type { EndpointView } from "@/lib/dashboard/views/webhook-endpoint";
import type { WebhookRecord } from "@/lib/webhooks/contract";
import { Deliveries, type DeliveriesProps } from "./deliveries";
import { EndpointFields } from "./endpoint-fields";
import { describeEvents } from "./event-groups";
import { describeSecondSignature } from "./second-signature";
import { TestResult } from "./test-result";
import styles from "./webhook.module.css";
import { ResendFailed, SendTestEvent } from "./webhook-actions";
import { endpointStatus } from "./webhooks";

type Props = DeliveriesProps &
  Pick<EndpointView, "creator" | "failing" | "trouble"> & {
    mayChange: boolean;
    /** Whether the member sees the deliveries of all events. */
    seesAll: boolean;
    offered: readonly string[];
    problem: string | null;
    /** The dialog that is open, by the page's query. */
    dialog: "edit" | "rotate" | null;
  };

export function Webhook(props: Props) {
  const { mode, endpoint, creator, mayChange, seesAll, failing, trouble, dialog, problem, zone } = props;
  const here = `/dashboard/${mode}/webhooks/${endpoint.id}`;
  return (
    <>
      <PageHead
        title={endpoint.url}
        aside={<StatusBadge of={endpointStatus(endpoint)} />}
        trail={[{ label: "Webhooks", href: `/dashboard/${mode}/webhooks` }, { label: hostOf(endpoint.url) }]}
        actions={mayChange && <Actions mode={mode} endpoint={endpoint} />}
      >
        <p>
          {describeEvents(endpoint.events)} · added {creator && `by ${creator} `}on{" "}
          <Moment at={endpoint.created_at} zone={zone} format="date" />
        </p>
        <EndpointNotes endpoint={endpoint} zone={zone} />
      </PageHead>
      <div className={layout.stack}>
        {!endpoint.enabled && <DisabledNotice {...{ mode, endpoint, failing, mayChange }} />}
        {endpoint.enabled && failing && <FailingNotice {...{ mode, endpoint, failing }} />}
        {endpoint.enabled && !failing && trouble && <TroubleNotice {...trouble} />}
        {problem && <Notice tone="danger">{problem}</Notice>}
        {!seesAll && <Notice tone="info">{someEvents}</Notice>}
        {props.opened?.testResult && <TestResult {...props.opened.testResult} />}
        <Deliveries {...props} here={here} />
      </div>
      {mayChange && dialog === "edit" && <EditPanel {...props} />}
      {mayChange && dialog === "rotate" && <RotateDialog {...props} />}
    </>
  );
}

const someEvents = "You see the events whose records your role may read. An owner sees all of them.";

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function EndpointNotes({ endpoint, zone }: Pick<Props, "endpoint" | "zone">) {
  const second = describeSecondSignature(endpoint);
  const { previous_secret_expires_at: until } = endpoint;
  return (
    <>
      {second && <p>Second signature: {second}</p>}
      {until && (
        <p>
          The former secret also signs until <Moment at={until} zone={zone} />.
        </p>
      )}
    </>
  );
}

const counted = (deliveries: number): string =>
  deliveries === 1 ? "1 delivery has failed" : `${deliveries.toLocaleString("en")} deliveries have failed`;

type NoticeProps = Pick<Props, "mode" | "endpoint"> & { failing: NonNullable<Props["failing"]> };

function FailingNotice({ mode, endpoint, failing }: NoticeProps) {
  return (
    <div className={styles.failing}>
      <Notice
        tone="danger"
        action={
          <div className={styles.resend}>
            <ResendFailed
              action={`/dashboard/${mode}/actions/resend-failed`}
              values={{ id: endpoint.id, since: failing.since }}
            />
          </div>
        }
      >
        <p>
          <strong>
            {counted(failing.deliveries)} since {failing.sinceText}.
          </strong>{" "}
          {failing.reason}
        </p>
      </Notice>
    </div>
  );
}

const TroubleNotice = ({ isReceiving, since }: NonNullable<Props["trouble"]>) => (
  <Notice tone="warning" title={`Deliveries have been ${isReceiving ? "slow or failing" : "failing"} since ${since}`}>
    <p>Until your server answers quickly, we send one delivery at a time. We attempt each of them for 75 hours.</p>
  </Notice>
);

type DisabledProps = Pick<Props, "mode" | "endpoint" | "failing" | "mayChange">;

function DisabledNotice({ mode, endpoint, failing, mayChange }: DisabledProps) {
  const reason = endpoint.disabled_reason ?? "Your team disabled it.";
  const waiting = failing ? ` ${counted(failing.deliveries)}. Enable the endpoint, then resend them.` : "";
  return (
    <Notice
      tone="warning"
      title="This endpoint is disabled"
      action={
        mayChange && (
          <ActionForm
            action={`/dashboard/${mode}/actions/update-webhook`}
            submit="Enable endpoint"
            busy="Enabling…"
            kind="secondary"
            size="small"
            values={{ id: endpoint.id, enabled: "1" }}
            done="Endpoint enabled."
          />
        )
      }
    >
      <p>
        {reason} We send nothing to it, and keep the events.{waiting}
      </p>
    </Notice>
  );
}

function Actions({ mode, endpoint }: { mode: string; endpoint: WebhookRecord }) {
  const { id, enabled } = endpoint;
  const here = `/dashboard/${mode}/webhooks/${id}`;
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  return (
    <>
      <MoreMenu>
        <DialogLink href={`${here}?dialog=rotate`} look="quiet">
          Rotate secret
        </DialogLink>
        {enabled && (
          <ActionForm
            action={actionOf("update-webhook")}
            submit="Disable endpoint"
            busy="Disabling…"
            kind="plain"
            values={{ id, enabled: "0" }}
            done="Endpoint disabled."
          />
        )}
        <ActionForm
          action={actionOf("delete-webhook")}
          submit="Delete endpoint"
          busy="Deleting…"
          kind="plain"
          values={{ id }}
          confirm={{
            title: `Delete ${hostOf(endpoint.url)}?`,
            text: "We send nothing to it from now on. Its deliveries can no longer be viewed or resent.",
            keep: "Keep endpoint",
            isDangerous: true,
          }}
          done="Endpoint deleted."
          next={`/dashboard/${mode}/webhooks`}
        />
      </MoreMenu>
      <DialogLink href={`${here}?dialog=edit`} look="secondary">
        Edit
      </DialogLink>
      {enabled && <SendTestEvent action={actionOf("test-webhook")} id={id} here={here} />}
    </>
  );
}

function EditPanel({ mode, endpoint, offered }: Props) {
  const here = `/dashboard/${mode}/webhooks/${endpoint.id}`;
  return (
    <FormPanel
      title="Edit endpoint"
      closeHref={here}
      action={`/dashboard/${mode}/actions/update-webhook`}
      submit="Save"
      values={{ id: endpoint.id }}
      done="Endpoint saved."
    >
      <EndpointFields url={endpoint.url} chosen={endpoint.events} offered={offered} second={endpoint} />
      <PasswordField why="Needed only to change the URL." isOptional />
    </FormPanel>
  );
}

function RotateDialog({ mode, endpoint }: Props) {
  const here = `/dashboard/${mode}/webhooks/${endpoint.id}`;
  return (
    <FormDialog
      title="Rotate the signing secret"
      lead={
        <>
          <p>A new secret signs from now on. During the overlap the old one signs, too.</p>
          {endpoint.second_signature && <p>The second signature uses the new secret at once.</p>}
        </>
      }
      closeHref={here}
      action={`/dashboard/${mode}/actions/rotate-webhook`}
      submit="Rotate secret"
      busy="Rotating…"
      values={{ id: endpoint.id }}
      reveals={{ secret: "New signing secret" }}
      done="Secret rotated."
    >
      <OverlapField hint="Events carry both signatures during this time." />
      <PasswordField why="We show a new secret, so we check that it is you." />
    </FormDialog>
  );
}
