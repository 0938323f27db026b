import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EntryPage } from "@/components/dashboard/frame/entry-page";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextField } from "@/components/ui/form/field";
import { isHalfwayIn } from "@/lib/dashboard/viewer";

export const metadata: Metadata = { title: "Second factor · Tradewind" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SecondFactorPage({ searchParams }: Props) {
  if (!(await isHalfwayIn())) redirect("/dashboard/sign-in");
  const [next = ""] = [(await searchParams).next].flat();
  return (
    <EntryPage title="Enter your code">
      <ActionForm action="/dashboard/actions/second-factor" submit="Go on" values={{ next }}>
        <TextField
          name="code"
          label="Code"
          hint="The six digits that your app shows, or one of your recovery codes."
          autoComplete="one-time-code"
        />
      </ActionForm>
      <p>
        <a href="/dashboard/sign-in">Sign in as somebody else</a>
      </p>
    </EntryPage>
  );
}
