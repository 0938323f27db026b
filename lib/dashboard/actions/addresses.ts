import { saveAddressesForm } from "@/lib/accounts/address-contract";
import { saveAddresses } from "@/lib/accounts/allowed-addresses";
import { action } from "../action";

export const addressActions = {
  "save-addresses": action(saveAddressesForm, ["owner", "developer"], ({ caller, body }) =>
    saveAddresses(caller, body),
  ),
};
