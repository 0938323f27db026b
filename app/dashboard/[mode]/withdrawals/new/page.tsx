import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { WithdrawalForm } from "@/components/dashboard/money/withdrawal-form";
import { newUlid } from "@/lib/kit/ids";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { currenciesOf } from "@/lib/reference/currencies";
import { identityDocuments } from "@/lib/reference/identity-documents";
import { platforms } from "@/lib/reference/platforms";
import { withdrawalTypes } from "@/lib/reference/stored-values";
import { describeWithdrawals } from "@/lib/withdrawals/read-withdrawals";

export default dashboardPage("withdrawals", async ({ caller, mode, environment, query }) => {
  const code = caller.platforms.find((own) => own === query.platform) ?? caller.homePlatform;
  const profile = await retrieveProfile(caller, environment);
  return (
    <WithdrawalForm
      mode={mode}
      type={withdrawalTypes.find((type) => type === query.type) ?? "normal"}
      platform={{
        code,
        name: platforms[code].name,
        currencies: currenciesOf(code),
        banks: describeWithdrawals().data.banks.filter(({ platform }) => platform === code),
      }}
      platforms={caller.platforms.map((own) => ({ code: own, name: platforms[own].name }))}
      balances={profile.data.balances.all}
      idTypes={identityDocuments}
      idempotencyKey={newUlid()}
    />
  );
});
