import { route } from "@/lib/api/route";
import { listStatesEndpoint } from "@/lib/checkout/contract";
import { listStates } from "@/lib/checkout/request/helper-lists";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listStatesEndpoint, ({ query }) => listStates(query.country_code)),
);
