import { createAccountEndpoint } from "@/lib/accounts/contract";
import { createAccount } from "@/lib/accounts/create-account";
import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(createAccountEndpoint, ({ caller, body }) => createAccount(caller, body)),
);
