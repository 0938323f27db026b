import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Transactions } from "@/components/dashboard/payments/transactions";
import { foundOrProblem, pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { readListViews } from "@/lib/dashboard/list-views";
import { linkTitles } from "@/lib/dashboard/views/payment-links";
import { now } from "@/lib/kit/clock";
import { currencies } from "@/lib/reference/currencies";
import { openSearch } from "@/lib/transactions/history/sealed-search";
import { searchTransactionsQuery } from "@/lib/transactions/history/search-contract";
import { searchHistory } from "@/lib/transactions/history/search-transactions";

export default dashboardPage("transactions", async (visit) => {
  const { mode, owner, zone } = visit;
  const { query, views } = await readListViews(visit, "transactions", visit.query);
  const { given, choice, problem: misread } = readFilters(searchTransactionsQuery, query);
  const { found, problem } = await foundOrProblem(choice && searchHistory(owner, choice, zone));
  return (
    <Transactions
      views={{ ...views, mode }}
      mode={mode}
      zone={zone}
      now={now()}
      given={given}
      problem={misread ?? problem}
      searched={choice?.found === undefined ? null : (openSearch(owner, choice.found) ?? "")}
      links={await linkTitles(owner, choice?.payment_link_id)}
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
