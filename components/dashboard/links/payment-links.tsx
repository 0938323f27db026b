import { Link2 } from "lucide";
import { AddLink, ListPage } from "@/components/dashboard/ui/list-page";
import type { EmptyProps } from "@/components/ui/empty-state";
import { StatusBadge } from "@/components/ui/status-badge";
import { Money } from "@/components/ui/table/cells";
import type { PagerProps } from "@/components/ui/table/pager";
import type { LinkChoices } from "@/lib/dashboard/views/payment-links";
import { linkStateWords } from "@/lib/format/status-words";
import type { LinkRecord } from "@/lib/payment-links/contract";
import { CreateLinkPanel } from "./create-link-panel";
import { priceOf, usesOf } from "./link-record";

type Props = {
  mode: string;
  links: readonly LinkRecord[];
  /** What customers paid, by the link's id. */
  taken: ReadonlyMap<string, string>;
  pager: PagerProps;
  choices: LinkChoices;
  /** The idempotency key of the form that creates a link. Null if the member may not create links. */
  idempotencyKey: string | null;
  isCreating: boolean;
};

export function PaymentLinks({ mode, links, taken, pager, choices, idempotencyKey, isCreating }: Props) {
  const here = `/dashboard/${mode}/payment-links`;
  return (
    <ListPage
      title="Payment links"
      lead="Sell without a website: share a link or a QR code, and the payer pays on our page."
      actions={idempotencyKey && <AddLink href={`${here}?open=new`}>New payment link</AddLink>}
      columns={[
        { label: "Title", phone: "top-start" },
        { label: "Status", phone: "top-end" },
        { label: "Price", phone: "middle-start" },
        { label: "Taken", align: "end", phone: "middle-end" },
        { label: "Sold", isQuiet: true, phone: "bottom-start" },
      ]}
      empty={noLinks}
      rows={links.map((link) => ({
        key: link.id,
        href: `${here}/${link.id}`,
        cells: [
          link.title,
          <StatusBadge key="state" of={linkStateWords[link.state]} />,
          priceOf(link),
          <Money key="taken" amount={taken.get(link.id) ?? "0.00"} currency={link.currency} />,
          `${usesOf(link)} sold`,
        ],
      }))}
      pager={pager}
    >
      {isCreating && idempotencyKey && <CreateLinkPanel {...{ mode, here, idempotencyKey, choices }} />}
    </ListPage>
  );
}

const noLinks: EmptyProps = {
  icon: Link2,
  title: "No payment links yet",
  text: "Create one, then send it by WhatsApp or print its QR code.",
  link: { href: "/docs/payment-links", label: "Read about payment links" },
};
