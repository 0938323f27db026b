import { Mail, MessageCircle, Printer } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PictureForms } from "@/components/dashboard/ui/picture-forms";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import type { LinkChoices } from "@/lib/dashboard/views/payment-links";
import type { Zone } from "@/lib/format/dates";
import { linkStateWords } from "@/lib/format/status-words";
import { feeStructureWords } from "@/lib/format/value-words";
import type { LinkRecord } from "@/lib/payment-links/contract";
import { LinkFields } from "./link-fields";
import { linkFieldWords, priceOf, usesOf } from "./link-record";
import styles from "./payment-link.module.css";

type Props = {
  mode: string;
  zone: Zone;
  link: LinkRecord;
  choices: LinkChoices;
  mayChange: boolean;
  isEditing: boolean;
};

/** One payment link: how to share it, what it says, and the forms to change it. */
export function PaymentLink({ mode, zone, link, choices, mayChange, isEditing }: Props) {
  const list = `/dashboard/${mode}/payment-links`;
  const here = `${list}/${link.id}`;
  const actions = `/dashboard/${mode}/actions`;
  return (
    <>
      <PageHead
        trail={[{ label: "Payment links", href: list }, { label: link.title }]}
        title={link.title}
        aside={<StatusBadge of={linkStateWords[link.state]} />}
        actions={
          mayChange && (
            <>
              <SwitchForm mode={mode} link={link} />
              <DialogLink href={`${here}?open=edit`} look="secondary">
                Edit
              </DialogLink>
            </>
          )
        }
      />
      <div className={layout.stack}>
        <Card title="Share">
          <Share link={link} poster={`${here}/poster`} />
        </Card>
        <Card title="Details">
          <Facts facts={factsOf(link, zone)} isStacked />
        </Card>
        {mayChange && (
          <Card title="Picture">
            <PictureForms
              picture={link.picture}
              alt="Shown to payers"
              actions={{ set: `${actions}/set-link-picture`, remove: `${actions}/remove-link-picture` }}
              values={{ id: link.id }}
              className={styles.picture}
            />
          </Card>
        )}
        {mayChange && <DeleteForm mode={mode} list={list} link={link} />}
      </div>
      {isEditing && mayChange && (
        <FormPanel
          title="Edit payment link"
          lead={<p>A payer who has reached the payment keeps the old price.</p>}
          closeHref={here}
          action={`/dashboard/${mode}/actions/edit-payment-link`}
          submit="Save"
          values={{ id: link.id }}
          done="Payment link saved."
        >
          <LinkFields link={link} choices={choices} />
        </FormPanel>
      )}
    </>
  );
}

/** Plain links: the merchant's own chat and mail programs send them. */
function Share({ link: { url, qr_svg, qr_png, title }, poster }: { link: LinkRecord; poster: string }) {
  const text = `${title}: ${url}`;
  return (
    <div className={styles.share}>
      {/* biome-ignore lint/performance/noImgElement: a drawing of lines needs no optimisation */}
      <img className={styles.code} src={qr_svg} width={180} height={180} alt="QR code of the payment link" />
      <div className={styles.ways}>
        <p className={styles.address}>
          <a href={url}>{url}</a>
          <CopyButton text={url} label="the payment link" kind="boxed" />
        </p>
        <p className={styles.buttons}>
          <a className={buttons.primary} href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
            <Icon of={MessageCircle} />
            WhatsApp
          </a>
          <a
            className={buttons.secondary}
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`}
          >
            <Icon of={Mail} />
            Mail
          </a>
          <a className={buttons.secondary} href={poster}>
            <Icon of={Printer} />
            Poster
          </a>
        </p>
        <p className={styles.files}>
          QR code: <a href={qr_svg}>SVG</a> <a href={qr_png}>PNG</a>
        </p>
      </div>
    </div>
  );
}

const factsOf = (link: LinkRecord, zone: Zone): FactRow[] => [
  ["Price", priceOf(link)],
  ["Payments", usesOf(link)],
  ["Fee", feeStructureWords[link.fee_structure]],
  ["Description", link.description],
  ["Asks for", link.ask.map((field) => linkFieldWords[field]).join(", ")],
  ["Expires", link.expires_at && <Moment key="expires" at={link.expires_at} zone={zone} />],
  ["Thank-you text", link.thanks],
  ["Own page", link.return_url],
  ["Created", <Moment key="created" at={link.created_at} zone={zone} />],
];

function SwitchForm({ mode, link: { id, state } }: { mode: string; link: LinkRecord }) {
  const isClosed = state === "closed";
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/switch-payment-link`}
      submit={isClosed ? "Open again" : "Close"}
      kind="secondary"
      values={{ id, open: isClosed ? "1" : "0" }}
      done={isClosed ? "The link can be paid again." : "Link closed. It cannot be paid now."}
    />
  );
}

function DeleteForm({ mode, list, link: { id, title } }: { mode: string; list: string; link: LinkRecord }) {
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/delete-payment-link`}
      submit="Delete link"
      busy="Deleting…"
      kind="danger"
      values={{ id }}
      confirm={{
        title: `Delete ${title}?`,
        text: "Its address stops working for good. Payments and receipts stay.",
        keep: "Keep link",
      }}
      done="Payment link deleted."
      next={list}
    />
  );
}
