import { BookOpen } from "lucide";
import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { IntegrationReport, IntegrationTestForm } from "@/components/dashboard/developers/integration-test";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { type IntegrationTestView, viewIntegrationTest } from "@/lib/conformance/view-integration-test";

export default dashboardPage("conformance", async ({ owner, mode, zone }) => {
  return (
    <>
      <PageHead
        title="Test my integration"
        actions={
          <a href="/docs/testing-your-integration" className={buttons.secondary}>
            <Icon of={BookOpen} />
            How the test works
          </a>
        }
      >
        <p>We send right and forged results to your shop, and report which ones it believes.</p>
      </PageHead>
      {mode === "live" ? (
        <Notice
          tone="info"
          title="This test is for the sandbox"
          action={
            <a href="/dashboard/test/conformance" className={buttons.secondary}>
              Switch to test
            </a>
          }
        >
          <p>It never calls your shop with live keys.</p>
        </Notice>
      ) : (
        <IntegrationTest view={await viewIntegrationTest(owner)} zone={zone} />
      )}
    </>
  );
});

type TestProps = { view: IntegrationTestView } & Pick<Parameters<typeof IntegrationReport>[0], "zone">;

const here = "/dashboard/test";

/** Before the first test, the form leads. */
function IntegrationTest({ view: { report, cases, ...form }, zone }: TestProps) {
  const parts = [
    <IntegrationReport key="report" report={report} cases={cases} zone={zone} files={`${here}/conformance`} />,
    <IntegrationTestForm key="form" action={`${here}/actions/test-integration`} {...form} />,
  ];
  return <div className={layout.columns}>{report ? parts : parts.reverse()}</div>;
}
