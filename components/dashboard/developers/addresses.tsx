import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Card } from "@/components/ui/card";
import { TextArea } from "@/components/ui/form/field";
import { PageHead } from "@/components/ui/page-head";

type Props = { mode: string; responseHosts: readonly string[]; frameOrigins: readonly string[] };

export function Addresses({ mode, responseHosts, frameOrigins }: Props) {
  return (
    <>
      <PageHead title="Allowed addresses">
        <p>Where your customers may be sent back to, and which sites may show our checkout in a frame.</p>
        <p>They are the same in test and live.</p>
      </PageHead>
      <Card title="Addresses">
        <ActionForm action={`/dashboard/${mode}/actions/save-addresses`} submit="Save" done="Saved.">
          <TextArea
            name="response_hosts"
            label="Hosts of your shop"
            hint="One per line, such as shop.example or localhost:3000. A payment request with a response_url on another host is refused. Empty: any host will do, and in live a browser whose request was refused stays on our page instead of being sent back."
            value={responseHosts.join("\n")}
            rows={4}
            isOptional
          />
          <TextArea
            name="frame_origins"
            label="Sites that may frame the checkout"
            hint="One per line, such as https://shop.example. The site of a payment's response_url may always frame it. http is taken for localhost, and counts for test payments only. Empty: no other site."
            value={frameOrigins.join("\n")}
            rows={4}
            isOptional
          />
        </ActionForm>
      </Card>
    </>
  );
}
