import { CreditCard } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import { AddLink, ListPage } from "@/components/dashboard/ui/list-page";
import { CopyButton } from "@/components/ui/copy-button";
import type { EmptyProps } from "@/components/ui/empty-state";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { PagerProps } from "@/components/ui/table/pager";
import {
  type CardLinkRecord,
  cardLinkHours,
  cardLinkHoursDefault,
  cardLinkLabelLengthMax,
  cardLinkSessionsMax,
} from "@/lib/card-links/contract";
import type { Zone } from "@/lib/format/dates";
import { cardLinkWords } from "@/lib/format/status-words";

const responseUrlLengthMax = 255;

type Props = {
  mode: string;
  zone: Zone;
  links: readonly CardLinkRecord[];
  pager: PagerProps;
  /** The idempotency key of the form that creates a link. Null if the member may not create links. */
  idempotencyKey: string | null;
  isCreating: boolean;
};

/** The links with which customers store a card. */
export function CardLinks({ mode, zone, links, pager, idempotencyKey, isCreating }: Props) {
  const cards = `/dashboard/${mode}/trusted-cards`;
  const here = `${cards}/links`;
  return (
    <ListPage
      trail={[{ label: "Trusted cards", href: cards }, { label: "Links" }]}
      title="Links to store a card"
      lead="A customer stores one card with each link."
      actions={idempotencyKey && <AddLink href={`${here}?open=new`}>Store a card</AddLink>}
      columns={[
        "Customer",
        "Status",
        { label: `Expires (${zone.name})`, isQuiet: true },
        { label: "Opened", isQuiet: true },
        "Link",
        "",
      ]}
      empty={noLinks}
      rows={links.map((link) => ({
        key: link.id,
        cells: [
          link.label,
          <StatusBadge key="status" of={cardLinkWords[link.state]} />,
          <Moment key="expires" at={link.expires_at} zone={zone} format="short" />,
          `${link.sessions} of ${cardLinkSessionsMax}`,
          link.state === "waiting" && (
            <CopyButton key="link" text={link.url} label={`the link for ${link.label}`} kind="boxed" />
          ),
          link.state === "waiting" && idempotencyKey && <WithdrawForm key="withdraw" mode={mode} link={link} />,
        ],
      }))}
      pager={pager}
    >
      {isCreating && idempotencyKey && <CreatePanel mode={mode} here={here} idempotencyKey={idempotencyKey} />}
    </ListPage>
  );
}

const noLinks: EmptyProps = {
  icon: CreditCard,
  title: "No links yet",
  text: "Create one, and send it to a customer who wants you to store a card.",
  link: { href: "/docs/trusted-cards", label: "Read about trusted cards" },
};

const WithdrawForm = ({ mode, link: { id, label } }: { mode: string; link: CardLinkRecord }) => (
  <ActionForm
    action={`/dashboard/${mode}/actions/withdraw-card-link`}
    submit="Withdraw"
    busy="Withdrawing…"
    kind="secondary"
    size="small"
    values={{ card_link_id: id }}
    confirm={{
      title: `Withdraw the link for ${label}?`,
      text: "Your customer cannot store a card with it any more. You cannot undo this.",
      keep: "Keep link",
    }}
    done="Link withdrawn."
  />
);

const lifetimes: Readonly<Record<(typeof cardLinkHours)[number], string>> = {
  "1": "1 hour",
  "24": "1 day",
  "72": "3 days",
  "168": "7 days",
};

function CreatePanel({ mode, here, idempotencyKey }: { mode: string; here: string; idempotencyKey: string }) {
  return (
    <FormPanel
      title="Store a card"
      lead={<p>Your customer opens the link, enters the card on our page and agrees that you store it.</p>}
      closeHref={here}
      action={`/dashboard/${mode}/actions/create-card-link`}
      submit="Create link"
      busy="Creating…"
      values={{ idempotency_key: idempotencyKey }}
      reveals={{ url: "Link for the customer" }}
      revealNote="Send this link to your customer. Until it is used or expires, the list of links shows it, too."
    >
      <TextField
        name="label"
        label="Customer"
        hint="A name or an order number that only your team sees."
        maxLength={cardLinkLabelLengthMax}
        autoComplete="off"
      />
      <TextField
        name="response_url"
        type="url"
        label="Where the customer goes afterwards"
        hint="A page of yours, such as https://shop.example/cards."
        maxLength={responseUrlLengthMax}
      />
      <SelectField
        name="hours"
        label="Expires after"
        options={cardLinkHours.map((value) => ({ value, label: lifetimes[value] }))}
        value={cardLinkHoursDefault}
      />
    </FormPanel>
  );
}
