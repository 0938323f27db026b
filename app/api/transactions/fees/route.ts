import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route/route";
import { quoteFeesEndpoint } from "@/lib/transactions/contract";
import { quoteFees } from "@/lib/transactions/quote-fees";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(quoteFeesEndpoint, ({ caller, query }) => quoteFees(caller, query)),
);
