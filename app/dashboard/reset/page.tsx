import type { Metadata } from "next";
import { DeadLink, EntryPage } from "@/components/dashboard/entry/entry-page";
import { PasswordInput } from "@/components/dashboard/entry/password-input";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { newPasswordRules } from "@/lib/auth/sign-in/passwords";
import { titled } from "@/lib/dashboard/titled";
import { findTicket } from "@/lib/members/tickets";

export const metadata: Metadata = { title: titled("New password") };

type Props = { searchParams: Promise<{ ticket?: string | string[] }> };

export default async function ResetPage({ searchParams }: Props) {
  const [token = ""] = [(await searchParams).ticket].flat();
  const ticket = await findTicket("password_reset", token);
  if (!ticket) return <DeadLink again="/dashboard/forgotten" />;
  return (
    <EntryPage
      title="Choose a new password"
      lead={`For ${ticket.email}. Saving it signs out every browser and ends API tokens. API keys keep working.`}
    >
      <ActionForm action="/dashboard/actions/reset" submit="Save password" values={{ ticket: token }}>
        <PasswordInput name="new_password" label="New password" hint={newPasswordRules()} autoComplete="new-password" />
        <PasswordInput name="confirm_password" label="New password again" autoComplete="new-password" />
      </ActionForm>
    </EntryPage>
  );
}
