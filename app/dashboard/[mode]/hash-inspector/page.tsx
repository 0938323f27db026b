import { BookOpen } from "lucide";
import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { HashInspector } from "@/components/dashboard/developers/hash-inspector";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";

export default dashboardPage("hash-inspector", async ({ mode }) => {
  return (
    <>
      <PageHead
        title="Hash inspector"
        actions={
          <a href="/docs/redirect-and-hash" className={buttons.secondary}>
            <Icon of={BookOpen} />
            How the hash works
          </a>
        }
      >
        <p>Paste the URL your shop received. We show why a hash does not match.</p>
      </PageHead>
      <HashInspector action={`/dashboard/${mode}/actions/inspect-redirect`} />
    </>
  );
});
