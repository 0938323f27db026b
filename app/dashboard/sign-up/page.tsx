import type { Metadata } from "next";
import { CheckInbox } from "@/components/dashboard/entry/check-inbox";
import { EntryPage } from "@/components/dashboard/entry/entry-page";
import styles from "@/components/dashboard/entry/entry-page.module.css";
import { RememberMailbox } from "@/components/dashboard/entry/remember-mailbox";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { SelectField, TextField } from "@/components/ui/form/field";
import { titled } from "@/lib/dashboard/titled";
import { env } from "@/lib/kit/env";
import { platformCodes, platforms } from "@/lib/reference/platforms";

export const metadata: Metadata = { title: titled("Create an account") };

const types = [
  { value: "BUSINESS", label: "Business: takes payments" },
  { value: "PERSONAL", label: "Personal: takes no payments" },
];
const countries = platformCodes.map((value) => ({ value, label: platforms[value].name }));

type Props = { searchParams: Promise<{ sent?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  if ((await searchParams).sent) {
    return (
      <CheckInbox again="/dashboard/sign-up">
        We sent you a mail. Follow its link to choose a password and open your account.
      </CheckInbox>
    );
  }
  return (
    <EntryPage
      title="Create an account"
      lead={
        <>
          Already have one? <a href="/dashboard/sign-in">Sign in</a>
        </>
      }
    >
      <ActionForm
        action="/dashboard/actions/sign-up"
        submit="Create account"
        busy="Creating your account…"
        next="/dashboard/sign-up?sent=1"
      >
        {env().isLocalDevelopment && <RememberMailbox />}
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <div className={styles.pair}>
          <TextField name="first_name" label="First name" autoComplete="given-name" maxLength={60} />
          <TextField name="last_name" label="Last name" autoComplete="family-name" maxLength={60} />
        </div>
        <TextField
          name="display_name"
          label="The name your customers see"
          hint="On the payment page and on receipts. Without it, they see your own name."
          isOptional
          autoComplete="organization"
          maxLength={60}
        />
        <SelectField
          name="type"
          label="Kind of account"
          hint="A personal account cannot take payments and has no API keys."
          options={types}
          value="BUSINESS"
        />
        <SelectField name="country_code" label="Country" options={countries} empty="Choose your country" />
      </ActionForm>
    </EntryPage>
  );
}
