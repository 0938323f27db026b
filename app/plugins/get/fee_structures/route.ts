import { route } from "@/lib/api/route";
import { listFeeStructuresEndpoint } from "@/lib/checkout/contract";
import { listFeeStructures } from "@/lib/checkout/request/helper-lists";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listFeeStructuresEndpoint, () => ({ ...listFeeStructures() })),
);
