import type { Caller } from "@/lib/http/route/caller";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { findSettings } from "./settings-store";

/** As long as a merchant has chosen nothing. */
const untouched = {
  displayName: null,
  supportContact: null,
  avs: false,
  refusesPaidOrders: true,
  currencies: [] as Currency[],
  formPosts: true,
  accentColour: null,
  feeStructure: null,
  encodesData: false,
  sendsCustomerName: false,
};

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What a merchant chose for its checkout, and what there is to choose from. */
export async function readSettings({ accountNumber, platforms }: Pick<Caller, "accountNumber" | "platforms">) {
  const { firstName, lastName, settings, picture } = await findSettings(accountNumber);
  const { displayName, supportContact, avs, refusesPaidOrders, currencies, formPosts, accentColour } =
    settings ?? untouched;
  const { feeStructure, encodesData, sendsCustomerName } = settings ?? untouched;
  return {
    displayName,
    supportContact,
    avs,
    refusesPaidOrders,
    currencies,
    formPosts,
    accentColour,
    feeStructure,
    encodesData,
    sendsCustomerName,
    /** Shown where there is no other. */
    ownName: `${firstName} ${lastName}`,
    picture: picture && `/pictures/${picture.id}`,
    offeredCurrencies: [...new Set<Currency>(platforms.flatMap(currenciesOf))],
    isKept: isSandboxSeed(accountNumber),
  };
}

export async function retrieveCompatibility(caller: Caller) {
  return { message: "OK" as const, data: toCompatibility(await readSettings(caller)) };
}

export const toCompatibility = ({ encodesData, sendsCustomerName }: Settings) => ({
  encodes_data: encodesData,
  sends_customer_name: sendsCustomerName,
});
