import { PageNotFound } from "@/components/dashboard/frame/page-not-found";
import { currentViewer } from "@/lib/dashboard/viewer";

export default async function DashboardNotFound() {
  const viewer = await currentViewer();
  return <PageNotFound canOpenLive={viewer?.account.canGoLive ?? false} />;
}
