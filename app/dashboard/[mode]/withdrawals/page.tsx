import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Withdrawals } from "@/components/dashboard/money/withdrawals";
import { listBanks } from "@/lib/bank-accounts/bank-accounts";
import { pagesBeside, readFilters } from "@/lib/dashboard/filters";
import { readListViews } from "@/lib/dashboard/list-views";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { currencies } from "@/lib/reference/currencies";
import { listWithdrawalsEndpoint } from "@/lib/withdrawals/contract";
import { includeCancelledIfChosen, listWithdrawals } from "@/lib/withdrawals/read-withdrawals";

export default dashboardPage("withdrawals", async (visit) => {
  const { caller, mode, environment, zone } = visit;
  const { query, views } = await readListViews(visit, "withdrawals", visit.query);
  const { given, choice, problem } = readFilters(listWithdrawalsEndpoint.query, query);
  const [profile, banks, found] = await Promise.all([
    retrieveProfile(caller, environment),
    listBanks(caller),
    choice && listWithdrawals(caller, environment, includeCancelledIfChosen(choice)),
  ]);
  return (
    <Withdrawals
      views={{ ...views, mode }}
      mode={mode}
      given={given}
      problem={problem}
      currencies={currencies}
      balances={profile.data.balances.all}
      hasBank={Boolean(banks.data.local ?? banks.data.foreign)}
      zone={zone}
      list={
        found && {
          withdrawals: found.data,
          pager: pagesBeside(`/dashboard/${mode}/withdrawals`, given, found.meta),
        }
      }
    />
  );
});
