import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Transactions } from "@/components/dashboard/payments/transactions";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { now } from "@/lib/kit/clock";
import { currencies } from "@/lib/reference/currencies";
import { searchTransactionsQuery } from "@/lib/transactions/history/search-contract";
import { searchHistory } from "@/lib/transactions/history/search-transactions";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function TransactionsPage({ params, searchParams }: Props) {
  const { mode, owner, zone } = await openPage(params, "transactions");
  const { given, choice, problem } = await readFilters(searchTransactionsQuery, searchParams);
  const found = choice && (await searchHistory(owner, choice, zone));
  return (
    <Transactions
      mode={mode}
      zone={zone}
      now={now()}
      given={given}
      problem={problem}
      currencies={currencies}
      list={
        found && {
          payments: found.payments,
          matchesMax: found.matchesMax,
          pager: pagesBeside(`/dashboard/${mode}/transactions`, given, found.meta),
        }
      }
    />
  );
});
