import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { describeWithdrawalsEndpoint } from "@/lib/withdrawals/contract";
import { describeWithdrawals } from "@/lib/withdrawals/read-withdrawals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(describeWithdrawalsEndpoint, describeWithdrawals),
);
