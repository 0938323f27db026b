import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Banks } from "@/components/dashboard/money/banks";
import { listBanks } from "@/lib/bank-accounts/bank-accounts";
import { platformChoices } from "@/lib/dashboard/views/platform-choices";
import { platformOf } from "@/lib/reference/currencies";
import { bankTypes } from "@/lib/reference/stored-values";

export default dashboardPage("banks", async ({ caller, mode, query }) => {
  const { platform: chosen, open } = query;
  const { local, foreign } = (await listBanks(caller)).data;
  const stored = local && platformOf(local.currency);
  const code = caller.platforms.find((own) => own === chosen) ?? stored ?? caller.homePlatform;
  return (
    <Banks
      mode={mode}
      local={local}
      foreign={foreign}
      open={bankTypes.find((type) => type === open) ?? null}
      {...platformChoices(caller, code)}
    />
  );
});
