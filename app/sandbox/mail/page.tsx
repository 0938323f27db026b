import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { Mailbox } from "@/components/mail/mailbox";
import { type MailQuery, openMailbox, readMailQuery } from "@/lib/mail/read-mailbox";
import { ownMailboxCookie } from "@/lib/reference/own-mailbox";

export const metadata = { title: "Sandbox mail · Tradewind", robots: { index: false, follow: false } };

export default async function MailboxPage({ searchParams }: { searchParams: Promise<MailQuery & { mine?: string }> }) {
  const query = await searchParams;
  const mine = query.mine && (await cookies()).get(ownMailboxCookie.name)?.value;
  const mailbox = await openMailbox(readMailQuery(mine ? { ...query, to: mine } : query));
  if (!mailbox) notFound();
  return <Mailbox {...mailbox} />;
}
