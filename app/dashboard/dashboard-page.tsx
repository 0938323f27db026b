import type { ReactNode } from "react";
import { PageNotFound } from "@/components/dashboard/frame/page-not-found";
import type { Query } from "@/lib/dashboard/filters";
import type { PageName } from "@/lib/dashboard/pages";
import { currentViewer, MissingPage, openPage, type Visit } from "@/lib/dashboard/viewer";
import { setPageStatus } from "@/lib/http/server/page-status";

type Ids = Readonly<Record<string, string>>;
type Opened = Visit & {
  /** The parts of the page's path that have names. */
  ids: Ids;
  query: Query;
};
type Props = { params: Promise<Ids & { mode: string }>; searchParams: Promise<Query> };

/** A page of the dashboard, for members who may see `page`. It answers a `MissingPage` with 404, inside the frame. */
export function dashboardPage(page: PageName, render: (opened: Opened) => Promise<ReactNode>) {
  return async ({ params, searchParams }: Props): Promise<ReactNode> => {
    try {
      return await render({ ...(await openPage(params, page)), ids: await params, query: await searchParams });
    } catch (error) {
      if (!(error instanceof MissingPage)) throw error;
      setPageStatus(404);
      const viewer = await currentViewer();
      return <PageNotFound canOpenLive={viewer?.account.canGoLive ?? false} />;
    }
  };
}
