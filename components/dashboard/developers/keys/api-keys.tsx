import { KeyRound, Plus } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { DialogLink, SidePanel } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { DataTable } from "@/components/ui/table/data-table";
import type { Zone } from "@/lib/format/dates";
import { type DisplayStatus, keyBadge, keyWords } from "@/lib/format/status-words";
import { now } from "@/lib/kit/clock";
import { KeyFields } from "./key-fields";
import styles from "./key-form.module.css";
import { describeAccess } from "./scope-groups";

export type Key = {
  kid: string;
  name: string;
  scopes: readonly string[];
  cidrs: readonly string[];
  replaced_by: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  made_by: string | null;
  revoked_at: string | null;
};

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
  const create = (
    <DialogLink href={`${here}?create=1`}>
      <Icon of={Plus} />
      Create key
    </DialogLink>
  );
  return (
    <>
      <PageHead title="API keys" actions={keys.length > 0 && create}>
        <p>Your servers use these keys to call the API. Keep them out of your code.</p>
      </PageHead>
      <DataTable
        caption="API keys"
        columns={[
          { label: "Name", phone: "top-start" },
          { label: "Key", phone: "bottom-start" },
          { label: "Access", phone: "middle-start" },
          { label: "Status", phone: "top-end" },
          { label: "Last used", phone: "bottom-end", hideBelow: "narrow" },
          { label: "Expires", isQuiet: true, phone: "hidden" },
        ]}
        empty={
          <EmptyState icon={KeyRound} title="No API keys yet" action={create}>
            Create one to call the API from your server.
          </EmptyState>
        }
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
      />
      {isCreating && (
        <SidePanel title="Create API key" closeHref={here}>
          <ActionForm
            action={`/dashboard/${mode}/actions/create-api-key`}
            submit="Create key"
            busy="Creating…"
            values={{ environment }}
            reveals={{ key: "API key" }}
            done="Key created."
            cancelHref={here}
            footNote="We show the key once, after you create it."
          >
            <KeyFields allowed={scopes} hasWiderScopes={hasWiderScopes} apiKey={null} zone={zone} />
          </ActionForm>
        </SidePanel>
      )}
    </>
  );
}

/** A key by the end of its id. The secret part of a key is not stored. */
export const shortKey = (mode: string, kid: string): string => `svc_${mode}_…${kid.slice(-4)}`;

export const statusOf = ({ revoked_at, expires_at }: Key): DisplayStatus =>
  revoked_at ? keyWords.revoked : keyBadge(expires_at, now());
