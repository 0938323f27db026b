import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { listTransactionsEndpoint } from "@/lib/transactions/contract";
import { listTransactions } from "@/lib/transactions/history/read-transactions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listTransactionsEndpoint, ({ caller, environment, query }) => listTransactions(caller, environment, query)),
);
