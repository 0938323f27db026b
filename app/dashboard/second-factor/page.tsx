import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EntryPage } from "@/components/dashboard/entry/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";
import { titled } from "@/lib/dashboard/titled";
import { isHalfwayIn } from "@/lib/dashboard/viewer";

export const metadata: Metadata = { title: titled("Second factor") };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SecondFactorPage({ searchParams }: Props) {
  if (!(await isHalfwayIn())) redirect("/dashboard/sign-in");
  const [next = ""] = [(await searchParams).next].flat();
  return (
    <EntryPage
      title="Enter your code"
      lead={
        <>
          Not you? <a href="/dashboard/sign-in">Sign in with another account</a>
        </>
      }
    >
      <ActionForm action="/dashboard/actions/second-factor" submit="Continue" values={{ next }}>
        <TextField
          name="code"
          label="Code"
          hint="The six digits in your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
        />
      </ActionForm>
    </EntryPage>
  );
}
