import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { retrieveTransactionEndpoint } from "@/lib/transactions/contract";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveTransactionEndpoint, ({ caller, environment, params }) =>
    retrieveTransaction(caller, environment, params.transaction_id),
  ),
);
