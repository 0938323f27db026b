import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Styleguide } from "@/components/styleguide/styleguide";
import { env } from "@/lib/kit/env";

export const metadata: Metadata = { title: "Components · Tradewind", robots: { index: false, follow: false } };

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

/** Only for people who work on the product, so only sandbox installations have it. */
export default async function StyleguidePage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  const { show } = await searchParams;
  return <Styleguide shown={typeof show === "string" ? show : undefined} />;
}
