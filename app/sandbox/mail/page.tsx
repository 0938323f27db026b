import { notFound } from "next/navigation";
import { Mailbox } from "@/components/mail/mailbox";
import { openMailbox } from "@/lib/mail/read-mailbox";

export const metadata = { title: "Sandbox mail · Tradewind", robots: { index: false, follow: false } };

type Props = { searchParams: Promise<{ before?: string | string[] }> };

export default async function MailboxPage({ searchParams }: Props) {
  const mailbox = await openMailbox([(await searchParams).before].flat()[0]);
  if (!mailbox) notFound();
  return <Mailbox {...mailbox} />;
}
