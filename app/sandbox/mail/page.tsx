import { notFound } from "next/navigation";
import { Mailbox } from "@/components/mail/mailbox";
import { type MailQuery, openMailbox, readMailQuery } from "@/lib/mail/read-mailbox";

export const metadata = { title: "Sandbox mail · Tradewind", robots: { index: false, follow: false } };

export default async function MailboxPage({ searchParams }: { searchParams: Promise<MailQuery> }) {
  const mailbox = await openMailbox(readMailQuery(await searchParams));
  if (!mailbox) notFound();
  return <Mailbox {...mailbox} />;
}
