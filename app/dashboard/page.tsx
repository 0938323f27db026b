import { redirect } from "next/navigation";
import { currentViewer } from "@/lib/dashboard/viewer";

/** Where links and sign-in lead: test, until the account takes live payments. */
export default async function DashboardEntry() {
  const viewer = await currentViewer();
  if (!viewer) redirect("/dashboard/sign-in");
  redirect(`/dashboard/${viewer.account.livePlatforms.length > 0 ? "live" : "test"}`);
}
