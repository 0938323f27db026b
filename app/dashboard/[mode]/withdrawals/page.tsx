import { Withdrawals } from "@/components/dashboard/money/withdrawals";
import { pagesBeside, readFilters, type SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { currencies } from "@/lib/reference/currencies";
import { listWithdrawalsEndpoint } from "@/lib/withdrawals/contract";
import { describeWithdrawals, includeCancelledIfChosen, listWithdrawals } from "@/lib/withdrawals/read-withdrawals";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default async function WithdrawalsPage({ params, searchParams }: Props) {
  const { caller, mode, environment } = await openPage(params, "withdrawals");
  const { given, choice, problem } = await readFilters(listWithdrawalsEndpoint.query, searchParams);
  const [profile, found] = await Promise.all([
    retrieveProfile(caller, environment),
    choice && listWithdrawals(caller, environment, includeCancelledIfChosen(choice)),
  ]);
  return (
    <Withdrawals
      mode={mode}
      given={given}
      problem={problem}
      statuses={describeWithdrawals().data.statuses}
      currencies={currencies}
      balances={profile.data.balances.all}
      list={
        found && {
          withdrawals: found.data,
          pager: pagesBeside(`/dashboard/${mode}/withdrawals`, given, found.meta),
        }
      }
    />
  );
}
