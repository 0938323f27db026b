import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormDialog } from "@/components/dashboard/ui/form-dialog";
import { CardArt, cardNetworkOf } from "@/components/ui/brand/card-art";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { MoneyField } from "@/components/ui/form/money-field";
import { Moment } from "@/components/ui/moment";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import { cardName } from "@/lib/format/card-name";
import type { Zone } from "@/lib/format/dates";
import styles from "./transaction.module.css";
import { expiryOf, holderOf, TrustedCardBadge, type TrustedCardRecord } from "./trusted-cards";

type Props = {
  mode: string;
  zone: Zone;
  card: TrustedCardRecord;
  mayChange: boolean;
  /** The dialog that verifies the card is open. */
  isVerifying: boolean;
};

/** One trusted card, with the forms to verify and delete it. */
export function TrustedCard({ mode, zone, card, mayChange, isVerifying }: Props) {
  const { uuid, card_type: network, pan } = card;
  const list = `/dashboard/${mode}/trusted-cards`;
  const here = `${list}/${uuid}`;
  const name = cardName(network, pan);
  const canVerify = mayChange && !card.verified;
  return (
    <>
      <PageHead
        trail={[{ label: "Trusted cards", href: list }, { label: name }]}
        title={
          <span className={styles.card}>
            <CardArt of={cardNetworkOf(network)} />
            {name}
          </span>
        }
        aside={<TrustedCardBadge {...card} />}
        actions={
          mayChange && (
            <>
              <DeleteForm mode={mode} list={list} uuid={uuid} name={name} />
              {canVerify && <DialogLink href={`${here}?open=verify`}>Verify card</DialogLink>}
            </>
          )
        }
      />
      <Card title="Details">
        <Facts facts={factsOf(card, zone)} isStacked />
        <div className={styles.id}>
          <span>Card ID</span>
          <code>{uuid}</code>
          <CopyButton text={uuid} label="the card ID" />
        </div>
      </Card>
      {isVerifying && canVerify && <VerifyDialog mode={mode} here={here} uuid={uuid} />}
    </>
  );
}

const factsOf = (card: TrustedCardRecord, zone: Zone): FactRow[] => [
  ["Holder", holderOf(card)],
  ["Expires", expiryOf(card)],
  ["Verify until", !card.verified && <Moment key="until" at={card.verify_expiry} zone={zone} />],
];

function DeleteForm({ mode, list, uuid, name }: { mode: string; list: string; uuid: string; name: string }) {
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/delete-card`}
      submit="Delete card"
      busy="Deleting…"
      kind="danger"
      values={{ uuid }}
      confirm={{
        title: `Delete ${name}?`,
        text: "The card’s number is destroyed, and it can never be charged again. You cannot undo this.",
        keep: "Keep card",
      }}
      done="Card deleted."
      next={list}
    />
  );
}

function VerifyDialog({ mode, here, uuid }: { mode: string; here: string; uuid: string }) {
  return (
    <FormDialog
      title="Verify card"
      lead={<p>The holder finds a small charge on the card’s statement. The third wrong amount deletes the card.</p>}
      closeHref={here}
      action={`/dashboard/${mode}/actions/verify-card`}
      submit="Verify card"
      busy="Verifying…"
      values={{ uuid }}
      done="Card verified."
    >
      <MoneyField name="amount" label="Amount of the charge" currency="USD" />
    </FormDialog>
  );
}
