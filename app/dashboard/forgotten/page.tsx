import type { Metadata } from "next";
import { CheckInbox } from "@/components/dashboard/entry/check-inbox";
import { EntryPage } from "@/components/dashboard/entry/entry-page";
import { RememberMailbox } from "@/components/dashboard/entry/remember-mailbox";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";
import { titled } from "@/lib/dashboard/titled";
import { env } from "@/lib/kit/env";

export const metadata: Metadata = { title: titled("Forgotten password") };

type Props = { searchParams: Promise<{ sent?: string | string[] }> };

export default async function ForgottenPage({ searchParams }: Props) {
  if ((await searchParams).sent) {
    return (
      <CheckInbox again="/dashboard/forgotten">
        If an account has this address, we sent a mail to it. Follow its link to choose a new password.
      </CheckInbox>
    );
  }
  return (
    <EntryPage
      title="Forgot your password?"
      lead={
        <>
          We mail you a link to choose a new one. Or <a href="/dashboard/sign-in">sign in</a>
        </>
      }
    >
      <ActionForm
        action="/dashboard/actions/forgotten"
        submit="Send the link"
        busy="Sending…"
        next="/dashboard/forgotten?sent=1"
      >
        {env().isLocalDevelopment && <RememberMailbox />}
        <TextField name="email" label="Email" type="email" autoComplete="username" />
      </ActionForm>
    </EntryPage>
  );
}
