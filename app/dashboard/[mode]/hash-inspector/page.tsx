import { HashInspector } from "@/components/dashboard/developers/hash-inspector";
import { Card } from "@/components/ui/card";
import { PageHead } from "@/components/ui/page-head";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default async function HashInspectorPage({ params }: Props) {
  const { mode } = await openPage(params, "hash-inspector");
  return (
    <>
      <PageHead title="Hash inspector">
        <p>Why is my hash wrong? Paste the address your shop received, and we tell what is wrong with it.</p>
      </PageHead>
      <Card title="Look at an address">
        <HashInspector action={`/dashboard/${mode}/actions/inspect-redirect`} />
      </Card>
    </>
  );
}
