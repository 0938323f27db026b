import { ScanSearch } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormDialog } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import { OverlapField, PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Dialog, DialogLink } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import type { Zone } from "@/lib/format/dates";
import styles from "./hash-key.module.css";

type Props = {
  mode: string;
  nextFrom: Date | null;
  hasFormer: boolean;
  isPublic: boolean;
  /** Whether the member's role may show and rotate the keys. */
  mayUse: boolean;
  /** The dialog that is open, by the page's query. */
  open: "show" | "rotate" | null;
  zone: Zone;
};

const labels = {
  hash_key: "Hash key",
  signing_secret: "Signing secret",
  next_hash_key: "New hash key",
  next_signing_secret: "New signing secret",
};

export function HashKey({ mode, nextFrom, hasFormer, isPublic, mayUse, open, zone }: Props) {
  const here = `/dashboard/${mode}/hash-key`;
  return (
    <>
      <PageHead
        title="Hash key"
        actions={
          mayUse &&
          !isPublic && (
            <DialogLink href={`${here}?open=rotate`} look="secondary">
              Rotate keys
            </DialogLink>
          )
        }
      >
        <p>With these keys your shop checks that a result came from Tradewind. Test and live have their own.</p>
      </PageHead>
      <div className={layout.stack}>
        {!mayUse && <Notice tone="info">Only an owner can show or rotate the live keys.</Notice>}
        {nextFrom && <Overlap {...{ mode, nextFrom, mayUse, zone }} />}
        {hasFormer && (
          <Notice tone="info">
            Results are made with your new keys. Accept the former keys for one more hour, because some customers are on
            their way back.
          </Notice>
        )}
        <Card
          title="Keys"
          action={
            mayUse && (
              <DialogLink href={`${here}?open=show`} look="secondary">
                Show keys
              </DialogLink>
            )
          }
        >
          <dl className={styles.keys}>
            <KeyRow name="Hash key" field="hash">
              Part of the hash of every successful payment.
            </KeyRow>
            <KeyRow name="Signing secret" field="tw_signature">
              Signs every result, also a failed one. Your shop can sign its payment requests with it.
            </KeyRow>
          </dl>
        </Card>
        <Card
          title="How your shop checks a result"
          action={
            <a href={`/dashboard/${mode}/hash-inspector`}>
              <Icon of={ScanSearch} />
              Hash inspector
            </a>
          }
        >
          <p className={layout.formula}>hash = md5(transaction_id + total + hash_key)</p>
          <p className={styles.note}>
            The total is the one you requested, with two decimals. <a href="/docs/redirect-and-hash">Read the guide</a>
          </p>
        </Card>
        {isPublic && (
          <Notice tone="info">The keys of the public sandbox are printed in the docs and never change.</Notice>
        )}
      </div>
      {open === "show" && mayUse && <ShowDialog mode={mode} />}
      {open === "rotate" && mayUse && !isPublic && <RotateDialog mode={mode} isAgain={nextFrom !== null} />}
    </>
  );
}

function KeyRow({ name, field, children }: { name: string; field: string; children: string }) {
  return (
    <div>
      <dt>
        {name} <code>{field}</code>
      </dt>
      <dd>
        <span aria-hidden="true" className={styles.dots}>
          ••••••••••••••••
        </span>
        <span className={styles.note}>{children}</span>
      </dd>
    </div>
  );
}

function ShowDialog({ mode }: { mode: string }) {
  const here = `/dashboard/${mode}/hash-key`;
  return (
    <FormDialog
      title="Show keys"
      closeHref={here}
      action={`/dashboard/${mode}/actions/reveal-hash-key`}
      submit="Show keys"
      busy="Checking…"
      reveals={labels}
      revealNote="Keep them on your server only."
    >
      <PasswordField />
    </FormDialog>
  );
}

function RotateDialog({ mode, isAgain }: { mode: string; isAgain: boolean }) {
  const here = `/dashboard/${mode}/hash-key`;
  return (
    <Dialog title="Rotate keys" closeHref={here}>
      <ol className={styles.steps}>
        <li>You get a new hash key and a new signing secret.</li>
        <li>During the overlap, make your shop accept the old and the new ones.</li>
        <li>If your shop signs payment requests, make it sign with the new secret before the overlap ends.</li>
        <li>When it ends, we use and accept only the new ones.</li>
      </ol>
      {isAgain && (
        <div className={layout.notice}>
          <Notice tone="warning">This replaces the new keys that are not in use yet.</Notice>
        </div>
      )}
      <ActionForm
        action={`/dashboard/${mode}/actions/rotate-hash-key`}
        submit="Rotate keys"
        busy="Rotating…"
        reveals={labels}
        revealNote="Make your shop accept these, too. You can show them again with your password."
        done="Keys rotated."
        cancelHref={here}
      >
        <OverlapField hint="Results are made with the old keys during this time." />
        <PasswordField />
      </ActionForm>
    </Dialog>
  );
}

type OverlapProps = Pick<Props, "mode" | "mayUse" | "zone"> & { nextFrom: Date };

function Overlap({ mode, nextFrom, mayUse, zone }: OverlapProps) {
  return (
    <Notice
      tone="warning"
      action={
        mayUse && (
          <ActionForm
            action={`/dashboard/${mode}/actions/switch-hash-key`}
            submit="Use the new keys now"
            busy="Switching…"
            kind="secondary"
            size="small"
            confirm={{
              title: "Use the new keys now?",
              text: "A shop that knows only the old keys refuses results from now on, and we refuse the payment requests that it signs. You cannot undo this.",
              keep: "Keep waiting",
            }}
            done="New keys in use."
          />
        )
      }
    >
      <p>
        New keys take over on <Moment at={nextFrom} zone={zone} />. Your shop should accept both until then.
      </p>
    </Notice>
  );
}
