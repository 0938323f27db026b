import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { createWithdrawalEndpoint, listWithdrawalsEndpoint } from "@/lib/withdrawals/contract";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { listWithdrawals } from "@/lib/withdrawals/read-withdrawals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(createWithdrawalEndpoint, ({ caller, environment, body }) => createWithdrawal(caller, environment, body)),
  route(listWithdrawalsEndpoint, ({ caller, environment, query }) => listWithdrawals(caller, environment, query)),
);
