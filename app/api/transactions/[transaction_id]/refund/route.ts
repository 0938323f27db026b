import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { requestRefundEndpoint } from "@/lib/transactions/contract";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(requestRefundEndpoint, ({ caller, environment, params, body }) =>
    requestRefund(caller, environment, params.transaction_id, body),
  ),
);
