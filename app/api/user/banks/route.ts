import { route } from "@/lib/api/route";
import { listBanks } from "@/lib/bank-accounts/bank-accounts";
import { listBanksEndpoint } from "@/lib/bank-accounts/contract";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listBanksEndpoint, ({ caller }) => listBanks(caller)),
);
