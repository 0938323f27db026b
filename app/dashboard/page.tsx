import { redirect } from "next/navigation";
import { currentViewer } from "@/lib/dashboard/viewer";

/** Redirects to live mode if the account can take live payments, otherwise to test mode. */
export default async function DashboardEntry() {
  const viewer = await currentViewer();
  if (!viewer) redirect("/dashboard/sign-in");
  redirect(`/dashboard/${viewer.account.livePlatforms.length > 0 ? "live" : "test"}`);
}
