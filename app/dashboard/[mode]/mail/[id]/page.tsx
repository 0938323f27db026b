import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { MailForms } from "@/components/mail/one-mail";
import { PageHead } from "@/components/ui/page-head";
import { MissingPage } from "@/lib/dashboard/viewer";
import { readMail, sourceOf } from "@/lib/mail/read-mailbox";

export default dashboardPage({ page: "mail", title: "One mail" }, async ({ owner, mode, zone, ids }) => {
  const mail = await readMail(ids.id ?? "", { owner });
  if (!mail) throw new MissingPage();
  return (
    <>
      <PageHead
        title={<span lang={mail.language}>{mail.subject}</span>}
        trail={[{ label: "Mail", href: `/dashboard/${mode}/mail` }, { label: "This mail" }]}
      />
      <MailForms {...mail} source={await sourceOf(mail)} at={`/dashboard/${mode}/mail`} zone={zone} />
    </>
  );
});
