import type { Metadata } from "next";
import { EntryPage } from "@/components/dashboard/entry/entry-page";
import { PasswordInput } from "@/components/dashboard/entry/password-input";
import { SandboxSignIn } from "@/components/dashboard/entry/sandbox-sign-in";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";
import { titled } from "@/lib/dashboard/titled";
import { env } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";

export const metadata: Metadata = { title: titled("Sign in") };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const [next = ""] = [(await searchParams).next].flat();
  return (
    <EntryPage
      title="Sign in"
      lead={
        <>
          New to Tradewind? <a href="/dashboard/sign-up">Create an account</a>
        </>
      }
    >
      <ActionForm action="/dashboard/actions/sign-in" submit="Sign in" values={{ next }}>
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          aside={<a href="/dashboard/forgotten">Forgot password?</a>}
        />
      </ActionForm>
      {env().SEED_SANDBOX && <SandboxSignIn email={sandbox.merchant.email} password={sandbox.password} next={next} />}
    </EntryPage>
  );
}
