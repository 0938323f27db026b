import { route } from "@/lib/api/route";
import { listCurrenciesEndpoint } from "@/lib/checkout/contract";
import { listCurrencies } from "@/lib/checkout/request/helper-lists";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listCurrenciesEndpoint, ({ query }) => [...listCurrencies(query.country_code)]),
);
