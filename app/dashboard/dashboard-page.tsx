import type { ReactNode } from "react";
import { PageNotFound } from "@/components/dashboard/frame/page-not-found";
import type { Query } from "@/lib/dashboard/filters";
import { type PageName, pages } from "@/lib/dashboard/pages";
import { titled } from "@/lib/dashboard/titled";
import { currentViewer, MissingPage, openPage, type Visit } from "@/lib/dashboard/viewer";
import { setPageStatus } from "@/lib/http/server/page-status";

type Ids = Readonly<Record<string, string>>;
type Opened = Visit & {
  /** The parts of the page's path that have names. */
  ids: Ids;
  query: Query;
};
type Props = { params: Promise<Ids & { mode: string }>; searchParams: Promise<Query> };

/** A page below an entry of the menu, with the same roles and a title of its own. */
type Subpage = { page: PageName; title: string };

/** A page of the dashboard, for members who may see `page`. It answers a `MissingPage` with 404, inside the frame. */
export function dashboardPage(named: PageName | Subpage, render: (opened: Opened) => Promise<ReactNode>) {
  const { page, title } = typeof named === "string" ? { page: named, title: pages[named].label } : named;
  return async ({ params, searchParams }: Props): Promise<ReactNode> => {
    try {
      const visit = await openPage(params, page);
      const content = await render({ ...visit, ids: await params, query: await searchParams });
      return (
        <>
          <title>{titled(title, visit.viewer.account.name)}</title>
          {content}
        </>
      );
    } catch (error) {
      if (!(error instanceof MissingPage)) throw error;
      setPageStatus(404);
      const viewer = await currentViewer();
      return (
        <>
          <title>{titled("Page not found")}</title>
          <PageNotFound canOpenLive={viewer?.account.canGoLive ?? false} />
        </>
      );
    }
  };
}
