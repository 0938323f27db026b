import { route } from "@/lib/api/route";
import { listEnvironmentsEndpoint } from "@/lib/checkout/contract";
import { listEnvironments } from "@/lib/checkout/request/helper-lists";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listEnvironmentsEndpoint, () => [...listEnvironments()]),
);
