import { Plus } from "lucide";
import type { ComponentProps, ReactNode } from "react";
import type { EmptyProps } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { FilterBar } from "@/components/ui/table/filter-bar";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { SavedViews, type ShownViews, ViewNotice } from "./saved-views";

type TableProps = ComponentProps<typeof DataTable>;
type Props = Pick<TableProps, "columns"> & {
  title: string;
  /** The breadcrumb of a list below another page. */
  trail?: ComponentProps<typeof PageHead>["trail"];
  /** The sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** What stands between the title and the filters. */
  above?: ReactNode;
  bar?: ComponentProps<typeof FilterBar>;
  /** The member's saved views of the list. */
  views?: ShownViews;
  /** What stands between the filters and the table. */
  note?: ReactNode;
  /** The table's name for screen readers, if it is not the title. */
  caption?: string;
  /** Undefined if the query was refused. */
  rows: TableProps["rows"] | undefined;
  pager?: PagerProps | undefined;
  empty: EmptyProps | string;
  /** The rows in the plural, for a list that is empty because of its filters. */
  things?: string;
  /** Dialogs. */
  children?: ReactNode;
};

/** A page with a list: title, filters, the table or why it is empty, and the links to its other pages. */
export function ListPage({
  title,
  trail,
  lead,
  actions,
  above,
  bar,
  views,
  note,
  rows,
  pager,
  children,
  ...props
}: Props) {
  const { caption = title, columns, empty, things } = props;
  const isFiltered = things !== undefined && Object.keys(bar?.given ?? {}).length > 0;
  return (
    <>
      <PageHead title={title} {...(trail && { trail })} actions={actions}>
        {lead && <p>{lead}</p>}
      </PageHead>
      {above}
      {views && <ViewNotice {...views} />}
      {bar && <FilterBar {...bar}>{views && <SavedViews {...views} />}</FilterBar>}
      {note}
      {rows && (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          empty={isFiltered && bar && typeof empty === "object" ? noMatch(empty, things, bar.here) : empty}
          footer={pager && <Pager {...pager} />}
        />
      )}
      {children}
    </>
  );
}

const noMatch = ({ icon }: EmptyProps, things: string, here: string): EmptyProps => ({
  icon,
  title: `No ${things} match these filters`,
  link: { href: here, label: "Clear filters" },
});

/** The main action of a list: opens the panel that adds a row. */
export const AddLink = ({ href, children }: { href: string; children: string }) => (
  <DialogLink href={href}>
    <Icon of={Plus} />
    {children}
  </DialogLink>
);
