import { redirect } from "next/navigation";
import { currentViewer } from "@/lib/dashboard/viewer";

/** Redirects to live mode once the account takes live payments, and to test mode before. */
export default async function DashboardEntry() {
  const viewer = await currentViewer();
  if (!viewer) redirect("/dashboard/sign-in");
  redirect(`/dashboard/${viewer.account.livePlatforms.length > 0 ? "live" : "test"}`);
}
