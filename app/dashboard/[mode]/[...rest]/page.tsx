import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { MissingPage } from "@/lib/dashboard/viewer";

/** Paths that no page has. The dashboard's own 404 needs a page to be shown in the frame. */
export default dashboardPage("", async () => {
  throw new MissingPage();
});
