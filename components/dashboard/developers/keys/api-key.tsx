import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormDialog, FormPanel } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import { OverlapField, PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { MoreMenu } from "@/components/ui/overlay/more-menu";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import { formatMoment, type Zone } from "@/lib/format/dates";
import { keyWords } from "@/lib/format/status-words";
import { sandbox } from "@/lib/reference/sandbox";
import { type Key, shortKey, statusOf } from "./api-keys";
import { KeyFields } from "./key-fields";
import styles from "./key-form.module.css";
import { accessOf } from "./scope-groups";

const isPublic = (kid: string) => sandbox.apiKey.includes(`_${kid}_`);

type Props = {
  mode: string;
  scopes: readonly string[];
  hasWiderScopes: boolean;
  apiKey: Key;
  /** Whether the member holds every permission of the key. */
  mayChange: boolean;
  /** The dialog that is open, by the page's query. */
  open: "edit" | "roll" | null;
  zone: Zone;
};

/** One API key: what it may do and when it was used. Dialogs change, roll and revoke it. */
export function ApiKey(props: Props) {
  const { mode, apiKey, mayChange, open, zone } = props;
  const list = `/dashboard/${mode}/api-keys`;
  const isChangeable = isUsable(apiKey) && !isPublic(apiKey.kid);
  return (
    <>
      <PageHead
        title={apiKey.name}
        trail={[{ label: "API keys", href: list }, { label: apiKey.name }]}
        aside={<StatusBadge of={statusOf(apiKey)} />}
        actions={isChangeable && <Actions {...props} />}
      >
        <p>
          <code className={styles.key}>{shortKey(mode, apiKey.kid)}</code> · created{" "}
          {apiKey.made_by && `by ${apiKey.made_by} `}on <Moment at={apiKey.created_at} zone={zone} format="date" />
        </p>
      </PageHead>
      <KeyNotice {...props} />
      <div className={layout.columns}>
        <Card title="Access">
          <dl className={styles.access}>
            {accessOf(apiKey.scopes).map(({ module, label, listed }) => (
              <div key={module}>
                <dt>{label}</dt>
                <dd>{listed.join(" · ")}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title="Details">
          <Facts isStacked facts={factsOf(props)} />
        </Card>
      </div>
      {open === "edit" && mayChange && isChangeable && <EditPanel {...props} />}
      {open === "roll" && mayChange && isChangeable && !apiKey.replaced_by && <RollDialog {...props} />}
    </>
  );
}

function factsOf({ mode, apiKey, zone }: Props): FactRow[] {
  const { kid, last_used_at, expires_at, revoked_at, cidrs, replaced_by } = apiKey;
  return [
    [
      "Key ID",
      <span key="kid" className={layout.copied}>
        <code>…{kid.slice(-6)}</code>
        <CopyButton text={kid} label="the key ID" />
      </span>,
    ],
    ["Last used", last_used_at ? <Moment key="used" at={last_used_at} zone={zone} /> : "Never"],
    ["Expires", expires_at ? <Moment key="ends" at={expires_at} zone={zone} /> : "Never"],
    ["Revoked", revoked_at && <Moment key="revoked" at={revoked_at} zone={zone} />],
    ["Addresses", cidrs.length > 0 ? cidrs.join(", ") : "Any address"],
    [
      "Replaced by",
      replaced_by && (
        <a key="replaced" href={`/dashboard/${mode}/api-keys/${replaced_by}`}>
          {shortKey(mode, replaced_by)}
        </a>
      ),
    ],
  ];
}

function KeyNotice({ apiKey, mayChange, zone }: Props) {
  const text = noticeOf({ apiKey, mayChange, zone });
  if (!text) return null;
  return (
    <div className={layout.notice}>
      <Notice tone={text.tone}>{text.says}</Notice>
    </div>
  );
}

type Noticed = { tone: "info" | "warning"; says: string } | null;

function noticeOf({ apiKey, mayChange, zone }: Pick<Props, "apiKey" | "mayChange" | "zone">): Noticed {
  const { kid, replaced_by, expires_at } = apiKey;
  if (isPublic(kid)) return { tone: "info", says: publicKey };
  if (!isUsable(apiKey)) return null;
  if (expires_at && (replaced_by || statusOf(apiKey) === keyWords.expiring)) {
    const reason = replaced_by ? "This key was rolled. It" : "This key";
    return { tone: "warning", says: `${reason} expires on ${formatMoment(expires_at, "long", zone)}.` };
  }
  return mayChange ? null : { tone: "info", says: widerKey };
}

const publicKey = "This is the public sandbox key. It is printed in the docs and cannot be changed.";
const widerKey = "This key has permissions that your role does not have. An owner can edit or roll it.";

const isUsable = (apiKey: Key): boolean => {
  const status = statusOf(apiKey);
  return status !== keyWords.revoked && status !== keyWords.expired;
};

function Actions({ mode, apiKey, mayChange }: Props) {
  const here = `/dashboard/${mode}/api-keys/${apiKey.kid}`;
  return (
    <>
      <MoreMenu>
        {mayChange && !apiKey.replaced_by && (
          <DialogLink href={`${here}?open=roll`} look="quiet">
            Roll key
          </DialogLink>
        )}
        <ActionForm
          action={`/dashboard/${mode}/actions/revoke-api-key`}
          submit="Revoke key"
          busy="Revoking…"
          kind="plain"
          values={{ kid: apiKey.kid }}
          confirm={{
            title: `Revoke “${apiKey.name}”?`,
            text: `Requests with the key ${shortKey(mode, apiKey.kid)} fail from now on. You cannot undo this.`,
            keep: "Keep key",
            isDangerous: true,
          }}
          done="Key revoked."
          next={`/dashboard/${mode}/api-keys`}
        />
      </MoreMenu>
      {mayChange && (
        <DialogLink href={`${here}?open=edit`} look="secondary">
          Edit
        </DialogLink>
      )}
    </>
  );
}

function EditPanel({ mode, apiKey, scopes, hasWiderScopes, zone }: Props) {
  const here = `/dashboard/${mode}/api-keys/${apiKey.kid}`;
  return (
    <FormPanel
      title="Edit API key"
      closeHref={here}
      action={`/dashboard/${mode}/actions/update-api-key`}
      submit="Save"
      values={{ kid: apiKey.kid }}
      done="Key saved."
    >
      <KeyFields allowed={scopes} hasWiderScopes={hasWiderScopes} apiKey={apiKey} zone={zone} />
    </FormPanel>
  );
}

function RollDialog({ mode, apiKey }: Props) {
  const here = `/dashboard/${mode}/api-keys/${apiKey.kid}`;
  return (
    <FormDialog
      title="Roll API key"
      lead={<p>You get a new key with the same permissions. The old one works until the overlap ends.</p>}
      closeHref={here}
      action={`/dashboard/${mode}/actions/roll-api-key`}
      submit="Roll key"
      busy="Rolling…"
      values={{ kid: apiKey.kid }}
      reveals={{ key: "New API key" }}
      made={{
        title: "The new key of “{name}” is ready",
        next: "Replace the old key on your server before the overlap ends.",
        link: { href: here, label: "Show the old key" },
      }}
      done="Key rolled."
    >
      <OverlapField hint="Both keys work during this time." />
      <PasswordField why="We show a new secret, so we check that it is you." />
    </FormDialog>
  );
}
