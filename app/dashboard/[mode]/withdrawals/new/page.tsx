import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { WithdrawalForm } from "@/components/dashboard/money/withdrawal-form";
import { platformChoices } from "@/lib/dashboard/views/platform-choices";
import { newUlid } from "@/lib/kit/ids";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { identityDocuments } from "@/lib/reference/identity-documents";
import { withdrawalTypes } from "@/lib/reference/stored-values";

export default dashboardPage(
  { page: "withdrawals", title: "New withdrawal" },
  async ({ caller, mode, environment, query }) => {
    const code = caller.platforms.find((own) => own === query.platform) ?? caller.homePlatform;
    const profile = await retrieveProfile(caller, environment);
    return (
      <WithdrawalForm
        mode={mode}
        type={withdrawalTypes.find((type) => type === query.type) ?? "normal"}
        {...platformChoices(caller, code)}
        balances={profile.data.balances.all}
        idTypes={identityDocuments}
        idempotencyKey={newUlid()}
      />
    );
  },
);
