import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { ConfirmHold } from "@/components/dashboard/money/held-withdrawal";
import { Withdrawal } from "@/components/dashboard/money/withdrawal";
import { foundOr404, idsIn } from "@/lib/dashboard/viewer";
import { confirmByOf } from "@/lib/withdrawals/answer-hold";
import { retrieveWithdrawalEndpoint } from "@/lib/withdrawals/contract";
import { retrieveWithdrawal } from "@/lib/withdrawals/read-withdrawals";
import { cancelled, sourcesOf } from "@/lib/withdrawals/status";

export default dashboardPage(
  { page: "withdrawals", title: "Withdrawal" },
  async ({ caller, mode, environment, owner, zone, ids }) => {
    const { transaction_id: id } = idsIn(retrieveWithdrawalEndpoint.params, ids);
    const { data } = await foundOr404(retrieveWithdrawal(caller, environment, id));
    const confirmBy = await confirmByOf(owner, id);
    const canCancel = confirmBy !== null || sourcesOf(cancelled).some((status) => status === data.status);
    const hold = confirmBy && <ConfirmHold mode={mode} id={id} confirmBy={confirmBy} zone={zone} />;
    return <Withdrawal mode={mode} withdrawal={data} canCancel={canCancel} hold={hold} zone={zone} />;
  },
);
