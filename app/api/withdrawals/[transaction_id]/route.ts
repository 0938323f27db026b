import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { cancelWithdrawal } from "@/lib/withdrawals/cancel-withdrawal";
import { cancelWithdrawalEndpoint, retrieveWithdrawalEndpoint } from "@/lib/withdrawals/contract";
import { retrieveWithdrawal } from "@/lib/withdrawals/read-withdrawals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveWithdrawalEndpoint, ({ caller, environment, params }) =>
    retrieveWithdrawal(caller, environment, params.transaction_id),
  ),
  route(cancelWithdrawalEndpoint, ({ caller, environment, params }) =>
    cancelWithdrawal(caller, environment, params.transaction_id),
  ),
);
