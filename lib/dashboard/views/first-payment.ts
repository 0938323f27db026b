import type { Visit } from "@/lib/dashboard/viewer";
import { formatMoney } from "@/lib/format/money";
import { findBalances } from "@/lib/ledger/store";
import { startCookies } from "@/lib/reference/start-here";
import { findFirstPayments } from "@/lib/transactions/history/figures-store";
import type { Remembered } from "./start-here";

export type FirstPaymentView = NonNullable<Awaited<ReturnType<typeof readFirstPayment>>>;

/** The first payment of an account and the balance after it. Null before it, from the second one on, or if hidden. */
export async function readFirstPayment(
  { owner, mode, viewer }: Pick<Visit, "owner" | "mode" | "viewer">,
  { isPaymentHidden }: Pick<Remembered, "isPaymentHidden">,
) {
  if (isPaymentHidden) return null;
  const [first, second] = await findFirstPayments(owner, 2);
  if (!first || second) return null;
  const { transactionId, currency, paid, customer } = first;
  const balances = await findBalances(owner.accountNumber, owner.environment);
  const balance = balances.find((one) => one.currency === currency)?.available ?? 0n;
  const cookies = startCookies(viewer.account.number);
  return {
    href: `/dashboard/${mode}/transactions/${transactionId}`,
    mode,
    sentence: `${customer ?? "A customer"} paid ${formatMoney({ amount: paid, currency })}.`,
    balance: formatMoney({ amount: balance, currency }),
    hiddenBy: mode === "live" ? cookies.livePaymentHidden : cookies.testPaymentHidden,
  };
}
