import { KeyRound } from "lucide";
import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import { AddLink, ListPage } from "@/components/dashboard/ui/list-page";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { KeyRecord } from "@/lib/auth/contract";
import type { Zone } from "@/lib/format/dates";
import { type DisplayStatus, keyBadge, keyWords } from "@/lib/format/status-words";
import { now } from "@/lib/kit/clock";
import { KeyFields } from "./key-fields";
import styles from "./key-form.module.css";
import { describeAccess } from "./scope-groups";

export type Key = KeyRecord & { made_by: string | null; revoked_at: string | null };

type Props = {
  mode: string;
  environment: string;
  scopes: readonly string[];
  /** Whether the account has permissions that this member may not grant. */
  hasWiderScopes: boolean;
  keys: readonly Key[];
  isCreating: boolean;
  zone: Zone;
};

export function ApiKeys({ mode, environment, scopes, hasWiderScopes, keys, isCreating, zone }: Props) {
  const here = `/dashboard/${mode}/api-keys`;
  const create = <AddLink href={`${here}?create=1`}>Create key</AddLink>;
  return (
    <ListPage
      title="API keys"
      lead="Your servers use these keys to call the API. Keep them out of your code."
      actions={keys.length > 0 && create}
      columns={[
        { label: "Name", phone: "top-start" },
        { label: "Key", phone: "bottom-start" },
        { label: "Access", phone: "middle-start" },
        { label: "Status", phone: "top-end" },
        { label: "Last used", phone: "bottom-end", hideBelow: "narrow" },
        { label: "Expires", isQuiet: true, phone: "hidden" },
      ]}
      empty={{
        icon: KeyRound,
        title: "No API keys yet",
        text: "Create one to call the API from your server.",
        action: create,
      }}
      rows={keys.map((key) => ({
        key: key.kid,
        href: `${here}/${key.kid}`,
        cells: [
          <span key="name" className={styles.name}>
            {key.name}
          </span>,
          <code key="key" className={styles.key} title={key.kid}>
            {shortKey(mode, key.kid)}
          </code>,
          describeAccess(key.scopes),
          <StatusBadge key="status" of={statusOf(key)} />,
          key.last_used_at ? (
            <Moment key="used" at={key.last_used_at} zone={zone} format="shortWithYear" />
          ) : (
            "Never used"
          ),
          key.expires_at ? <Moment key="ends" at={key.expires_at} zone={zone} format="date" /> : "Never",
        ],
      }))}
    >
      {isCreating && (
        <FormPanel
          title="Create API key"
          closeHref={here}
          action={`/dashboard/${mode}/actions/create-api-key`}
          submit="Create key"
          busy="Creating…"
          values={{ environment }}
          reveals={{ key: "API key" }}
          made={{
            title: "API key “{name}” is ready",
            next: "Store it as a secret on your server. Your server sends it in the header X-SVC-Key.",
            link: { href: "/docs/reference", label: "Read about the API" },
          }}
          done="Key created."
          footNote="We show the key once, after you create it."
        >
          <KeyFields allowed={scopes} hasWiderScopes={hasWiderScopes} apiKey={null} zone={zone} />
        </FormPanel>
      )}
    </ListPage>
  );
}

/** A key by the end of its id. The secret part of a key is not stored. */
export const shortKey = (mode: string, kid: string): string => `svc_${mode}_…${kid.slice(-4)}`;

export const statusOf = ({ revoked_at, expires_at }: Key): DisplayStatus =>
  revoked_at ? keyWords.revoked : keyBadge(expires_at, now());
