import { notFound } from "next/navigation";
import { OneMail } from "@/components/mail/one-mail";
import { readMail, sourceOf } from "@/lib/mail/read-mailbox";

export const metadata = { title: "A mail · Sandbox mail · Tradewind", robots: { index: false, follow: false } };

type Props = { params: Promise<{ id: string }> };

export default async function MailPage({ params }: Props) {
  const mail = await readMail((await params).id);
  if (!mail) notFound();
  return <OneMail {...mail} source={await sourceOf(mail)} />;
}
