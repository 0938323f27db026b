import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";
import { listBanks } from "@/lib/user/bank-accounts";
import { listBanksEndpoint } from "@/lib/user/bank-contract";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(listBanksEndpoint, ({ caller }) => listBanks(caller)),
);
