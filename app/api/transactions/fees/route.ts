import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { quoteFeesEndpoint } from "@/lib/transactions/contract";
import { quoteFees } from "@/lib/transactions/quote-fees";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(quoteFeesEndpoint, ({ caller, query }) => quoteFees(caller, query)),
);
