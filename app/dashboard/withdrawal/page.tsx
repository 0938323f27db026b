import type { Metadata } from "next";
import { HeldWithdrawal, NoSuchHold } from "@/components/dashboard/money/held-withdrawal";
import { titled } from "@/lib/dashboard/titled";
import { findHeldByLink } from "@/lib/withdrawals/answer-hold";

export const metadata: Metadata = { title: titled("Withdrawal to a new payee") };

type Props = { searchParams: Promise<{ ticket?: string | string[]; answer?: string | string[] }> };

export default async function HeldWithdrawalPage({ searchParams }: Props) {
  const { ticket, answer } = await searchParams;
  const [token = ""] = [ticket].flat();
  const found = await findHeldByLink(token);
  if (!found) return <NoSuchHold />;
  return <HeldWithdrawal {...found} ticket={token} isRefusal={answer === "refuse"} />;
}
