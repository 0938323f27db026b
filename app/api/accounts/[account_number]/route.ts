import { deleteAccountEndpoint, retrieveAccountEndpoint, updateAccountEndpoint } from "@/lib/accounts/contract";
import { deleteAccount, retrieveAccount, updateAccount } from "@/lib/accounts/manage-account";
import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveAccountEndpoint, ({ caller, params }) => retrieveAccount(caller, params.account_number)),
  route(updateAccountEndpoint, ({ caller, params, body }) => updateAccount(caller, params.account_number, body)),
  route(deleteAccountEndpoint, ({ caller, params }) => deleteAccount(caller, params.account_number)),
);
