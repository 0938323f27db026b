import type { Metadata } from "next";
import { DeadLink, EntryPage } from "@/components/dashboard/entry/entry-page";
import { PasswordInput } from "@/components/dashboard/entry/password-input";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { passwordRules } from "@/lib/auth/sign-in/passwords";
import { titled } from "@/lib/dashboard/titled";
import { findTicket } from "@/lib/members/tickets";

export const metadata: Metadata = { title: titled("Confirm your email") };

type Props = { searchParams: Promise<{ ticket?: string | string[] }> };

export default async function ConfirmPage({ searchParams }: Props) {
  const [token = ""] = [(await searchParams).ticket].flat();
  const ticket = await findTicket("sign_up", token);
  if (!ticket) return <DeadLink again="/dashboard/sign-up" />;
  return (
    <EntryPage title="Open your account" lead={`Choose a password. You sign in with it and ${ticket.email}.`}>
      <ActionForm action="/dashboard/actions/confirm" submit="Open my account" values={{ ticket: token }}>
        <PasswordInput name="password" label="Password" hint={passwordRules()} autoComplete="new-password" />
      </ActionForm>
    </EntryPage>
  );
}
