import { Transactions } from "@/components/dashboard/payments/transactions";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { currencies } from "@/lib/reference/currencies";
import { searchTransactionsQuery, transactionStatuses } from "@/lib/transactions/contract";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { listTransactions } from "@/lib/transactions/history/read-transactions";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default async function TransactionsPage({ params, searchParams }: Props) {
  const { caller, mode, environment, owner } = await openPage(params, "transactions");
  const { given, choice, problem } = await readFilters(searchTransactionsQuery, searchParams);
  const found = choice && (await listTransactions(caller, environment, choice));
  return (
    <Transactions
      mode={mode}
      given={given}
      problem={problem}
      statuses={transactionStatuses}
      currencies={currencies}
      list={
        found && {
          transactions: await markAbandoned(owner, found.data),
          total: found.meta.total,
          pager: pagesBeside(`/dashboard/${mode}/transactions`, given, found.meta),
        }
      }
    />
  );
}
