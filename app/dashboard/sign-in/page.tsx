import type { Metadata } from "next";
import { EntryPage } from "@/components/dashboard/frame/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";

export const metadata: Metadata = { title: "Sign in · Tradewind" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const [next = ""] = [(await searchParams).next].flat();
  return (
    <EntryPage title="Sign in">
      <ActionForm action="/dashboard/actions/sign-in" submit="Sign in" values={{ next }}>
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </ActionForm>
      <p>
        <a href="/dashboard/sign-up">Create an account</a>
        <a href="/dashboard/forgotten">Forgot the password?</a>
      </p>
    </EntryPage>
  );
}
