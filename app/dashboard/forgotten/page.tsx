import type { Metadata } from "next";
import { EntryPage } from "@/components/dashboard/frame/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";

export const metadata: Metadata = { title: "Forgotten password · Tradewind" };

export default function ForgottenPage() {
  return (
    <EntryPage title="Forgotten password">
      <p>We send you a mail with a link, by which you choose a new one.</p>
      <ActionForm
        action="/dashboard/actions/forgotten"
        submit="Send the mail"
        done="If there is an account with this address, we have sent a mail to it."
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
      </ActionForm>
      <p>
        <a href="/dashboard/sign-in">Sign in</a>
      </p>
    </EntryPage>
  );
}
