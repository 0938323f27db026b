import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Transactions } from "@/components/dashboard/payments/transactions";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { now } from "@/lib/kit/clock";
import { currencies } from "@/lib/reference/currencies";
import { searchTransactionsQuery } from "@/lib/transactions/history/search-contract";
import { searchHistory } from "@/lib/transactions/history/search-transactions";

export default dashboardPage("transactions", async ({ mode, owner, zone, query }) => {
  const { given, choice, problem } = readFilters(searchTransactionsQuery, query);
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
