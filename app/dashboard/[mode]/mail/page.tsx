import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { MailList } from "@/components/mail/mailbox";
import { PageHead } from "@/components/ui/page-head";
import { openMailbox, readMailQuery } from "@/lib/mail/read-mailbox";

export default dashboardPage("mail", async ({ owner, mode, zone, query }) => {
  const filter = readMailQuery(query);
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
