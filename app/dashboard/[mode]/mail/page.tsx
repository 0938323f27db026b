import { MailList } from "@/components/mail/mailbox";
import { PageHead } from "@/components/ui/page-head";
import { openPage } from "@/lib/dashboard/viewer";
import { openMailbox } from "@/lib/mail/read-mailbox";

type Props = { params: Promise<{ mode: string }>; searchParams: Promise<{ before?: string | string[] }> };

export default async function MailPage({ params, searchParams }: Props) {
  const { owner, mode } = await openPage(params, "mail");
  const [before] = [(await searchParams).before].flat();
  const { mails, older } = (await openMailbox(before, { owner })) ?? { mails: [], older: undefined };
  return (
    <>
      <PageHead title="Mail">
        <p>
          {mode === "test"
            ? "What your customers and you would have been written. In test mode nothing is sent."
            : "What your customers and you were written."}{" "}
          Mail is kept for 30 days.
        </p>
      </PageHead>
      <MailList mails={mails} older={older} at={`/dashboard/${mode}/mail`} empty="There is no mail yet." />
    </>
  );
}
