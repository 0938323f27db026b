import { route } from "@/lib/api/route";
import { addBank, removeBank, retrieveBank, updateBank } from "@/lib/bank-accounts/bank-accounts";
import {
  addBankEndpoint,
  removeBankEndpoint,
  retrieveBankEndpoint,
  updateBankEndpoint,
} from "@/lib/bank-accounts/contract";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveBankEndpoint, ({ caller, params }) => retrieveBank(caller, params.type)),
  route(addBankEndpoint, ({ caller, params, body }) => addBank(caller, params.type, body)),
  route(updateBankEndpoint, ({ caller, params, body }) => updateBank(caller, params.type, body)),
  route(removeBankEndpoint, ({ caller, params }) => removeBank(caller, params.type)),
);
