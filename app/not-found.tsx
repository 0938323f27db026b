import { NotFound } from "@/components/site/not-found";
import { env } from "@/lib/kit/env";

export const metadata = { title: "Not found · Tradewind" };

/** For a page of Next.js that finds nothing. app/[...path]/route.ts answers all other addresses. */
export default function NotFoundPage() {
  return <NotFound isSandbox={env().SEED_SANDBOX} />;
}
