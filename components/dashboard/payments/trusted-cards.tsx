import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { Pager, type PagerProps } from "@/components/ui/table/pager";

type StoredCard = {
  uuid: string;
  card_type: string;
  pan: string;
  exp_mm: string;
  exp_yy: string;
  first_name: string;
  last_name: string | null;
  verified: boolean;
  verify_expiry: string;
};

const nameOf = ({ card_type: type, pan }: StoredCard) => `${type} •••• ${pan.slice(-4)}`;
const holderOf = (card: StoredCard) => [card.first_name, card.last_name].filter(Boolean).join(" ");

function VerifiedBadge({ verified }: StoredCard) {
  return verified ? <Badge tone="success">verified</Badge> : <Badge tone="warning">not verified</Badge>;
}

type ListProps = {
  mode: string;
  cards: readonly StoredCard[];
  pager: PagerProps;
  /** The idempotency key of the form that stores a card. Null if the member may not store cards. */
  idempotencyKey: string | null;
};

export function TrustedCards({ mode, cards, pager, idempotencyKey }: ListProps) {
  return (
    <>
      <PageHead title="Trusted cards">
        <p>Cards that customers let you store. Once a card is verified, your server can charge it.</p>
      </PageHead>
      <Card title="Cards">
        <DataTable
          caption="Trusted cards"
          columns={["Card", "Holder", "Expires", "State"]}
          empty="There is no card yet."
          rows={cards.map((card) => ({
            key: card.uuid,
            cells: [
              <a key="card" href={`/dashboard/${mode}/trusted-cards/${card.uuid}`}>
                {nameOf(card)}
              </a>,
              holderOf(card),
              `${card.exp_mm}/${card.exp_yy}`,
              <VerifiedBadge key="state" {...card} />,
            ],
          }))}
        />
        <Pager {...pager} />
      </Card>
      {idempotencyKey && (
        <Card title="Store a card">
          <p>
            The customer enters the card on our page and agrees that you store it. Send the customer the link, or open
            it together. It ends after a few minutes.
          </p>
          <ActionForm
            action={`/dashboard/${mode}/actions/create-card`}
            submit="Make a link"
            values={{ idempotency_key: idempotencyKey }}
            reveals={{ url: "Link for the customer" }}
          >
            <TextField
              name="response_url"
              type="url"
              label="Where the customer goes afterwards"
              hint="An address of yours, such as https://shop.example/cards."
              maxLength={255}
            />
          </ActionForm>
        </Card>
      )}
    </>
  );
}

/** One trusted card, with the forms to verify and delete it. */
export function TrustedCard({ mode, card, mayChange }: { mode: string; card: StoredCard; mayChange: boolean }) {
  const { uuid } = card;
  const list = `/dashboard/${mode}/trusted-cards`;
  return (
    <>
      <PageHead title={nameOf(card)}>
        <p>
          <a href={list}>All cards</a>
        </p>
      </PageHead>
      <Card title="Card">
        <Facts
          facts={[
            ["Card", <code key="uuid">{uuid}</code>],
            ["Holder", holderOf(card)],
            ["Expires", `${card.exp_mm}/${card.exp_yy}`],
            ["State", <VerifiedBadge key="state" {...card} />],
            ...(card.verified
              ? []
              : [["Can be verified until", <Moment key="until" at={card.verify_expiry} />] as const]),
          ]}
        />
      </Card>
      {mayChange && !card.verified && (
        <Card title="Verify it">
          <p>The holder finds a small charge on the card's statement. The third wrong amount deletes the card.</p>
          <ActionForm action={`/dashboard/${mode}/actions/verify-card`} submit="Verify card" values={{ uuid }}>
            <TextField name="amount" label="Amount of the charge in USD" inputMode="decimal" />
          </ActionForm>
        </Card>
      )}
      {mayChange && (
        <Card title="Delete it">
          <ActionForm
            action={`/dashboard/${mode}/actions/delete-card`}
            submit="Delete card"
            kind="danger"
            values={{ uuid }}
            confirm={{
              title: `Delete ${nameOf(card)}?`,
              text: "The card's number is destroyed and can never be charged again.",
              keep: "Keep card",
            }}
            next={list}
          />
        </Card>
      )}
    </>
  );
}
