import type { ReactNode } from "react";
import { PageNotFound } from "@/components/dashboard/frame/page-not-found";
import { currentViewer, MissingPage } from "@/lib/dashboard/viewer";
import { setPageStatus } from "@/lib/http/server/page-status";

/** Every page of the dashboard is wrapped in this function. It answers a `MissingPage` with 404, inside the frame. */
export function dashboardPage<Props>(render: (props: Props) => Promise<ReactNode>) {
  return async (props: Props): Promise<ReactNode> => {
    try {
      return await render(props);
    } catch (error) {
      if (!(error instanceof MissingPage)) throw error;
      setPageStatus(404);
      const viewer = await currentViewer();
      return <PageNotFound canOpenLive={viewer?.account.canGoLive ?? false} />;
    }
  };
}
