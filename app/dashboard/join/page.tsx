import type { Metadata } from "next";
import { DeadLink, EntryPage } from "@/components/dashboard/entry/entry-page";
import { PasswordInput } from "@/components/dashboard/entry/password-input";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";
import { passwordRules } from "@/lib/auth/sign-in/passwords";
import { titled } from "@/lib/dashboard/titled";
import { findInvitation } from "@/lib/members/team";
import { roleLabels } from "@/lib/reference/roles";

export const metadata: Metadata = { title: titled("Join a team") };

type Props = { searchParams: Promise<{ ticket?: string | string[] }> };

export default async function JoinPage({ searchParams }: Props) {
  const [token = ""] = [(await searchParams).ticket].flat();
  const invitation = await findInvitation(token);
  if (!invitation) return <DeadLink />;
  const { name, may } = roleLabels[invitation.role];
  return (
    <EntryPage title="Join the team" lead={`You sign in as ${invitation.email}. Your role: ${name}. ${may}`}>
      <ActionForm action="/dashboard/actions/join" submit="Join" values={{ ticket: token }}>
        <TextField name="name" label="Your name" autoComplete="name" maxLength={60} />
        <PasswordInput name="password" label="Password" hint={passwordRules()} autoComplete="new-password" />
      </ActionForm>
    </EntryPage>
  );
}
