import { CreditCard } from "lucide";
import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import { AddLink, ListPage } from "@/components/dashboard/ui/list-page";
import type { EmptyProps } from "@/components/ui/empty-state";
import { TextField } from "@/components/ui/form/field";
import { StatusBadge } from "@/components/ui/status-badge";
import { CardCell, IdCell } from "@/components/ui/table/cells";
import type { PagerProps } from "@/components/ui/table/pager";
import { storedCardWords } from "@/lib/format/status-words";
import type { CardRecord } from "@/lib/trusted-cards/contract";

/** `isExpired`: the card's expiry month is over. */
export type TrustedCardRecord = CardRecord & { isExpired: boolean };

const responseUrlLengthMax = 255;

export const holderOf = (card: TrustedCardRecord) => [card.first_name, card.last_name].filter(Boolean).join(" ");
export const expiryOf = ({ exp_mm, exp_yy }: TrustedCardRecord) => `${exp_mm}/${exp_yy}`;

export function TrustedCardBadge({ verified, isExpired }: Pick<TrustedCardRecord, "verified" | "isExpired">) {
  return <StatusBadge of={storedCardWords[isExpired ? "expired" : verified ? "verified" : "unverified"]} />;
}

type Props = {
  mode: string;
  cards: readonly TrustedCardRecord[];
  pager: PagerProps;
  /** The idempotency key of the form that stores a card. Null if the member may not store cards. */
  idempotencyKey: string | null;
  /** The panel that stores a card is open. */
  isStoring: boolean;
};

export function TrustedCards({ mode, cards, pager, idempotencyKey, isStoring }: Props) {
  const here = `/dashboard/${mode}/trusted-cards`;
  return (
    <ListPage
      title="Trusted cards"
      lead="Cards that your customers let you store. Once a card is verified, your server can charge it."
      actions={idempotencyKey && <AddLink href={`${here}?open=new`}>Store a card</AddLink>}
      columns={[
        { label: "Card", phone: "top-start" },
        { label: "Status", phone: "top-end" },
        { label: "Holder", phone: "middle-start" },
        { label: "Expires", isQuiet: true, phone: "middle-end" },
        { label: "ID", phone: "hidden" },
      ]}
      empty={noCards}
      rows={cards.map((card) => ({
        key: card.uuid,
        href: `${here}/${card.uuid}`,
        cells: [
          <CardCell key="card" network={card.card_type} number={card.pan} />,
          <TrustedCardBadge key="status" {...card} />,
          holderOf(card),
          expiryOf(card),
          <IdCell key="id" id={card.uuid} label="the card ID" />,
        ],
      }))}
      pager={pager}
    >
      {isStoring && idempotencyKey && <StorePanel mode={mode} here={here} idempotencyKey={idempotencyKey} />}
    </ListPage>
  );
}

const noCards: EmptyProps = {
  icon: CreditCard,
  title: "No stored cards yet",
  text: "Cards appear here when a customer agrees to store one.",
  link: { href: "/docs/trusted-cards", label: "Read about trusted cards" },
};

function StorePanel({ mode, here, idempotencyKey }: { mode: string; here: string; idempotencyKey: string }) {
  return (
    <FormPanel
      title="Store a card"
      lead={<p>The customer enters the card on our page and agrees that you store it.</p>}
      closeHref={here}
      action={`/dashboard/${mode}/actions/create-card`}
      submit="Create link"
      busy="Creating…"
      values={{ idempotency_key: idempotencyKey }}
      reveals={{ url: "Link for the customer" }}
      revealNote="Send the link to the customer, or open it together. It expires after a few minutes."
    >
      <TextField
        name="response_url"
        type="url"
        label="Where the customer goes afterwards"
        hint="A page of yours, such as https://shop.example/cards."
        maxLength={responseUrlLengthMax}
      />
    </FormPanel>
  );
}
