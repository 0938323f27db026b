import { Mail, MessageCircle, Pencil, Printer, Share2 } from "lucide";
import { SetUpSteps } from "@/components/dashboard/frame/menus/set-up-steps";
import { PaymentsCard } from "@/components/dashboard/overview/payments-card";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { MoreMenu } from "@/components/ui/overlay/more-menu";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import type { LinkChoices, LinkSales, stepsToBePaid } from "@/lib/dashboard/views/payment-links";
import type { Zone } from "@/lib/format/dates";
import { linkStateWords } from "@/lib/format/status-words";
import { feeStructureWords } from "@/lib/format/value-words";
import type { LinkRecord } from "@/lib/payment-links/contract";
import { LinkFields } from "./link-fields";
import { LinkFigures } from "./link-figures";
import { LinkPayments, type LinkPaymentsProps } from "./link-payments";
import { linkFieldWords, priceOf } from "./link-record";
import styles from "./payment-link.module.css";

type Props = Omit<LinkPaymentsProps, "linkId"> & {
  link: LinkRecord;
  sales: LinkSales;
  /** The days that the chart shows, or their table. */
  period: number;
  isTable: boolean;
  choices: LinkChoices;
  /** The steps until the link is paid for real. */
  steps: ReturnType<typeof stepsToBePaid>;
  mayChange: boolean;
  isEditing: boolean;
};

/** One payment link: what it has sold, its payments, how to share it, and the forms to change it. */
export function PaymentLink(props: Props) {
  const { mode, zone, link, sales, period, isTable, choices, steps, mayChange, isEditing } = props;
  const list = `/dashboard/${mode}/payment-links`;
  const here = `${list}/${link.id}`;
  const linkTo = (chosen: Record<string, string>) =>
    `${here}?${new URLSearchParams({ period: String(period), ...(isTable && { view: "table" }), ...chosen })}`;
  return (
    <>
      <PageHead
        trail={[{ label: "Payment links", href: list }, { label: link.title }]}
        picture={link.picture}
        title={link.title}
        aside={<StatusBadge of={linkStateWords[link.state]} />}
        actions={<Actions {...{ mode, list, link, mayChange }} />}
      >
        <p>{priceOf(link)}</p>
      </PageHead>
      {mayChange && <ToBePaid mode={mode} steps={steps} />}
      <LinkFigures link={link} sales={sales} />
      <div className={layout.columns}>
        <div>
          <PaymentsCard
            noun="Taken"
            chart="volume"
            currency={link.currency}
            {...sales.chart}
            {...{ period, isTable, linkTo }}
          />
          <LinkPayments {...props} linkId={link.id} />
        </div>
        <div className={layout.stack}>
          <div id="share">
            <Card title="Share">
              <Share link={link} poster={`${here}/poster`} />
            </Card>
          </div>
          <Card title="Details">
            <Facts facts={factsOf(link, zone)} isStacked />
          </Card>
        </div>
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

type ActionsProps = { mode: string; list: string; link: LinkRecord; mayChange: boolean };

function Actions({ mode, list, link, mayChange }: ActionsProps) {
  return (
    <>
      {mayChange && (
        <>
          <MoreMenu>
            <SwitchForm mode={mode} link={link} />
            <DeleteForm mode={mode} list={list} link={link} />
          </MoreMenu>
          <DialogLink href={`${list}/${link.id}?open=edit`} look="secondary">
            <Icon of={Pencil} />
            Edit
          </DialogLink>
        </>
      )}
      <a href="#share" className={buttons.primary}>
        <Icon of={Share2} />
        {link.uses === 0 ? "Share" : "Share again"}
      </a>
    </>
  );
}

/** What is missing until payers pay real money that the merchant can withdraw. */
function ToBePaid({ mode, steps }: Pick<Props, "mode" | "steps">) {
  const isTest = mode === "test";
  const isReady = steps.every(({ isDone }) => isDone);
  if (isReady && !isTest) return null;
  return (
    <div className={layout.notice}>
      <Notice
        tone="info"
        title={isTest ? "This is a test link: it takes no money." : "Something is missing before you can be paid."}
      >
        {isReady ? (
          <p>
            Your account takes real payments.{" "}
            <a href="/dashboard/live/payment-links?open=new">Create the link in live</a>
          </p>
        ) : (
          <>
            <p>To be paid for real, finish the open steps.</p>
            <SetUpSteps
              steps={steps.map(({ href, ...step }) => ({ ...step, action: href && <a href={href}>Open</a> }))}
            />
          </>
        )}
      </Notice>
    </div>
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
  ["Quantity", link.max_quantity && `1 to ${link.max_quantity} a payment`],
  ["Fee", feeStructureWords[link.fee_structure]],
  ["Description", link.description],
  ["Asks for", link.ask.map((field) => linkFieldWords[field]).join(", ")],
  ["Expires", link.expires_at ? <Moment key="expires" at={link.expires_at} zone={zone} /> : "Never"],
  ["Thank-you text", link.thanks],
  ["Own page", link.return_url],
  ["Created", <Moment key="created" at={link.created_at} zone={zone} format="date" />],
];

function SwitchForm({ mode, link: { id, state } }: { mode: string; link: LinkRecord }) {
  const isClosed = state === "closed";
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/switch-payment-link`}
      submit={isClosed ? "Open again" : "Close link"}
      kind="plain"
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
      kind="plain"
      values={{ id }}
      confirm={{
        title: `Delete ${title}?`,
        text: "Its address stops working for good. Payments and receipts stay.",
        keep: "Keep link",
        isDangerous: true,
      }}
      done="Payment link deleted."
      next={list}
    />
  );
}
