import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { MailList } from "@/components/mail/mailbox";
import { PageHead } from "@/components/ui/page-head";
import { openPage } from "@/lib/dashboard/viewer";
import { type MailQuery, openMailbox, readMailQuery } from "@/lib/mail/read-mailbox";

type Props = { params: Promise<{ mode: string }>; searchParams: Promise<MailQuery> };

export default dashboardPage(async function MailPage({ params, searchParams }: Props) {
  const { owner, mode, zone } = await openPage(params, "mail");
  const filter = readMailQuery(await searchParams);
  const mailbox = (await openMailbox(filter, { owner })) ?? { mails: [], older: undefined, given: {} };
  return (
    <>
      <PageHead title="Mail">
        <p>
          {mode === "test"
            ? "Mail to your customers and to you. In test mode nothing is sent."
            : "Mail to your customers and to you."}{" "}
          It is kept for 30 days.
        </p>
      </PageHead>
      <MailList {...mailbox} at={`/dashboard/${mode}/mail`} zone={zone} empty="Receipts and notices appear here." />
    </>
  );
});
