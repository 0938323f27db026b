import type { Metadata } from "next";
import { DeadLink, EntryPage } from "@/components/dashboard/entry/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { titled } from "@/lib/dashboard/titled";
import { findConfirmation } from "@/lib/members/confirm-email";

export const metadata: Metadata = { title: titled("Confirm a new email") };

type Props = { searchParams: Promise<{ ticket?: string | string[] }> };

/** The member confirms with a button. A link alone is not enough, because mail scanners follow links. */
export default async function ConfirmEmailPage({ searchParams }: Props) {
  const [token = ""] = [(await searchParams).ticket].flat();
  const ticket = await findConfirmation(token);
  if (!ticket) return <DeadLink again="/dashboard/forgotten" />;
  return (
    <EntryPage
      title="Confirm your email address"
      lead={`The account ${ticket.accountNumber} signs in with ${ticket.email}${
        ticket.kind === "email_change" ? " from now on" : ""
      }. Confirm it only if the account is yours.`}
    >
      <ActionForm action="/dashboard/actions/confirm-email" submit="Confirm the address" values={{ ticket: token }} />
    </EntryPage>
  );
}
