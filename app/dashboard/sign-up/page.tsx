import type { Metadata } from "next";
import { EntryPage } from "@/components/dashboard/frame/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { SelectField, TextField } from "@/components/ui/form/field";
import { platformCodes, platforms } from "@/lib/reference/platforms";

export const metadata: Metadata = { title: "Create an account · Tradewind" };

const types = [
  { value: "BUSINESS", label: "Business: takes payments" },
  { value: "PERSONAL", label: "Personal: takes no payments" },
];
const countries = platformCodes.map((value) => ({ value, label: platforms[value].name }));

export default function SignUpPage() {
  return (
    <EntryPage title="Create an account">
      <ActionForm
        action="/dashboard/actions/sign-up"
        submit="Create account"
        done="We have sent you a mail. Follow its link to choose a password and open your account."
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <TextField name="first_name" label="First name" autoComplete="given-name" maxLength={60} />
        <TextField name="last_name" label="Last name" autoComplete="family-name" maxLength={60} />
        <SelectField
          name="type"
          label="Kind of account"
          hint="A personal account cannot take payments and has no API keys."
          options={types}
          value="BUSINESS"
        />
        <SelectField name="country_code" label="Country" options={countries} empty="Choose one" />
      </ActionForm>
      <p>
        <a href="/dashboard/sign-in">Sign in instead</a>
      </p>
    </EntryPage>
  );
}
