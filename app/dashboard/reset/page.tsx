import type { Metadata } from "next";
import { DeadLink, EntryPage } from "@/components/dashboard/frame/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";
import { findTicket } from "@/lib/members/tickets";

export const metadata: Metadata = { title: "New password · Tradewind" };

type Props = { searchParams: Promise<{ ticket?: string | string[] }> };

export default async function ResetPage({ searchParams }: Props) {
  const [token = ""] = [(await searchParams).ticket].flat();
  const ticket = await findTicket("password_reset", token);
  if (!ticket) return <DeadLink again="/dashboard/forgotten" />;
  return (
    <EntryPage title="Choose a new password">
      <p>For {ticket.email}. Whoever is signed in is signed out, and API tokens end; API keys go on.</p>
      <ActionForm action="/dashboard/actions/reset" submit="Save password" values={{ ticket: token }}>
        <TextField name="new_password" label="New password" type="password" autoComplete="new-password" />
        <TextField name="confirm_password" label="New password again" type="password" autoComplete="new-password" />
      </ActionForm>
    </EntryPage>
  );
}
