import { deleteAccountEndpoint, retrieveAccountEndpoint, updateAccountEndpoint } from "@/lib/accounts/contract";
import { deleteAccount, retrieveAccount } from "@/lib/accounts/manage-account";
import { updateAccount } from "@/lib/accounts/update-account";
import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveAccountEndpoint, ({ caller, params }) => retrieveAccount(caller, params.account_number)),
  route(updateAccountEndpoint, ({ caller, params, body, clientAddress }) =>
    updateAccount(caller, params.account_number, body, clientAddress),
  ),
  route(deleteAccountEndpoint, ({ caller, params }) => deleteAccount(caller, params.account_number)),
);
