import { ResponsePage } from "@/components/demo/response-page";
import { readReturned } from "@/lib/hash-inspector/redirect-proof";
import { explainParameters, verdictOf } from "@/lib/hash-inspector/redirect-words";
import { verifyRedirect } from "@/lib/hash-inspector/verify-redirect";

export const metadata = { title: "Result of a sandbox payment · Tradewind", robots: { index: false, follow: false } };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** A `response_url` for sandbox payments of every merchant. It also works without the public sandbox accounts. */
export default async function SandboxResponsePage({ searchParams }: Props) {
  const returned = readReturned(await searchParams);
  const verification = await verifyRedirect(returned);
  return (
    <ResponsePage
      {...verdictOf(verification, returned)}
      isPaid={verification.kind === "paid"}
      checks={verification.checks}
      parameters={explainParameters(returned, verification)}
    />
  );
}
