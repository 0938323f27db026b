import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { MailForms } from "@/components/mail/one-mail";
import { PageHead } from "@/components/ui/page-head";
import { MissingPage, openPage } from "@/lib/dashboard/viewer";
import { readMail, sourceOf } from "@/lib/mail/read-mailbox";

type Props = { params: Promise<{ mode: string; id: string }> };

export default dashboardPage(async function OneMailPage({ params }: Props) {
  const { owner, mode, zone } = await openPage(params, "mail");
  const mail = await readMail((await params).id, { owner });
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
