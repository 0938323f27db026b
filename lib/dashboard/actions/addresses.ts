import { saveAddressesForm } from "@/lib/accounts/address-contract";
import { saveAddresses } from "@/lib/accounts/allowed-addresses";
import { action, withPassword } from "../action";

/** Requires the password, because the addresses decide where customers return to and which sites show the checkout. */
export const addressActions = {
  "save-addresses": withPassword(
    action(saveAddressesForm, ["owner", "developer"], ({ caller, body }) => saveAddresses(caller, body)),
  ),
};
