import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { describeTransactionsEndpoint } from "@/lib/transactions/contract";
import { describeTransactions } from "@/lib/transactions/quote-fees";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(describeTransactionsEndpoint, ({ caller }) => describeTransactions(caller)),
);
