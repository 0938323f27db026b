import { HashInspector } from "@/components/dashboard/developers/hash-inspector";
import { PageHead, Section } from "@/components/dashboard/ui/page-parts";
import { openPage } from "@/lib/dashboard/viewer";

type Props = { params: Promise<{ mode: string }> };

export default async function HashInspectorPage({ params }: Props) {
  const { mode } = await openPage(params, "hash-inspector");
  return (
    <>
      <PageHead title="Hash inspector">
        <p>Why is my hash wrong? Paste the address your shop received, and we tell what is wrong with it.</p>
      </PageHead>
      <Section title="Look at an address">
        <HashInspector action={`/dashboard/${mode}/actions/inspect-redirect`} />
      </Section>
    </>
  );
}
