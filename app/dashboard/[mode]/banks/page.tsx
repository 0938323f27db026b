import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Banks } from "@/components/dashboard/money/banks";
import { listBanks } from "@/lib/bank-accounts/bank-accounts";
import type { SearchParams } from "@/lib/dashboard/filters";
import { openPage } from "@/lib/dashboard/viewer";
import { platformOf } from "@/lib/reference/currencies";
import { platforms } from "@/lib/reference/platforms";
import { bankTypes } from "@/lib/reference/stored-values";
import { describeWithdrawals } from "@/lib/withdrawals/read-withdrawals";

type Props = { params: Promise<{ mode: string }>; searchParams: SearchParams };

export default dashboardPage(async function BanksPage({ params, searchParams }: Props) {
  const { caller, mode } = await openPage(params, "banks");
  const { platform: chosen, open } = await searchParams;
  const { local, foreign } = (await listBanks(caller)).data;
  const stored = local && platformOf(local.currency);
  const code = caller.platforms.find((own) => own === chosen) ?? stored ?? caller.homePlatform;
  return (
    <Banks
      mode={mode}
      local={local}
      foreign={foreign}
      open={bankTypes.find((type) => type === open) ?? null}
      platform={{
        code,
        ...platforms[code],
        banks: describeWithdrawals().data.banks.filter(({ platform }) => platform === code),
      }}
      platforms={caller.platforms.map((own) => ({ code: own, name: platforms[own].name }))}
    />
  );
});
