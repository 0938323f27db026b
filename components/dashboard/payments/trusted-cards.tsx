import { CreditCard } from "lucide";
import { AddLink, ListPage } from "@/components/dashboard/ui/list-page";
import buttons from "@/components/ui/button.module.css";
import type { EmptyProps } from "@/components/ui/empty-state";
import { StatusBadge } from "@/components/ui/status-badge";
import { CardCell, IdCell } from "@/components/ui/table/cells";
import type { PagerProps } from "@/components/ui/table/pager";
import { storedCardWords } from "@/lib/format/status-words";
import type { CardRecord } from "@/lib/trusted-cards/contract";

/** `isExpired`: the card's expiry month is over. */
export type TrustedCardRecord = CardRecord & { isExpired: boolean };

export const holderOf = (card: TrustedCardRecord) => [card.first_name, card.last_name].filter(Boolean).join(" ");
export const expiryOf = ({ exp_mm, exp_yy }: TrustedCardRecord) => `${exp_mm}/${exp_yy}`;

export function TrustedCardBadge({ verified, isExpired }: Pick<TrustedCardRecord, "verified" | "isExpired">) {
  return <StatusBadge of={storedCardWords[isExpired ? "expired" : verified ? "verified" : "unverified"]} />;
}

type Props = {
  mode: string;
  cards: readonly TrustedCardRecord[];
  pager: PagerProps;
  mayStore: boolean;
};

export function TrustedCards({ mode, cards, pager, mayStore }: Props) {
  const here = `/dashboard/${mode}/trusted-cards`;
  return (
    <ListPage
      title="Trusted cards"
      lead="Cards that your customers let you store. Once a card is verified, your server can charge it."
      actions={
        <>
          <a className={buttons.secondary} href={`${here}/links`}>
            Links
          </a>
          {mayStore && <AddLink href={`${here}/links?open=new`}>Store a card</AddLink>}
        </>
      }
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
    />
  );
}

const noCards: EmptyProps = {
  icon: CreditCard,
  title: "No stored cards yet",
  text: "Cards appear here when a customer agrees to store one.",
  link: { href: "/docs/trusted-cards", label: "Read about trusted cards" },
};
