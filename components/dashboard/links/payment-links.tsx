import { Link2, Plus } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { DialogLink, SidePanel } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { DataTable } from "@/components/ui/table/data-table";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { linkStateWords } from "@/lib/format/status-words";
import type { LinkRecord } from "@/lib/payment-links/contract";
import { CreateLinkForm } from "./create-link-form";
import type { LinkChoices } from "./link-fields";
import { priceOf, usesOf } from "./link-record";

type Props = {
  mode: string;
  links: readonly LinkRecord[];
  pager: PagerProps;
  choices: LinkChoices;
  /** The idempotency key of the form that creates a link. Null if the member may not create links. */
  idempotencyKey: string | null;
  isCreating: boolean;
};

export function PaymentLinks({ mode, links, pager, choices, idempotencyKey, isCreating }: Props) {
  const here = `/dashboard/${mode}/payment-links`;
  const create = idempotencyKey && (
    <DialogLink href={`${here}?open=new`}>
      <Icon of={Plus} />
      New payment link
    </DialogLink>
  );
  return (
    <>
      <PageHead title="Payment links" actions={create}>
        <p>Sell without a website: share a link or a QR code, and the payer pays on our page.</p>
      </PageHead>
      <DataTable
        caption="Payment links"
        columns={[
          { label: "Title", phone: "top-start" },
          { label: "Status", phone: "top-end" },
          { label: "Price", phone: "middle-start" },
          { label: "Payments", isQuiet: true, phone: "middle-end" },
        ]}
        empty={<NoLinks />}
        rows={links.map((link) => ({
          key: link.id,
          href: `${here}/${link.id}`,
          cells: [link.title, <StatusBadge key="state" of={linkStateWords[link.state]} />, priceOf(link), usesOf(link)],
        }))}
        footer={<Pager {...pager} />}
      />
      {isCreating && idempotencyKey && (
        <SidePanel title="New payment link" closeHref={here}>
          <CreateLinkForm mode={mode} here={here} idempotencyKey={idempotencyKey} choices={choices} />
        </SidePanel>
      )}
    </>
  );
}

const NoLinks = () => (
  <EmptyState
    icon={Link2}
    title="No payment links yet"
    action={
      <a href="/docs/payment-links" className={buttons.secondary}>
        Read about payment links
      </a>
    }
  >
    Create one, then send it by WhatsApp or print its QR code.
  </EmptyState>
);
