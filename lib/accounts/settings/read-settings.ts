import type { Caller } from "@/lib/http/message/caller";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { findSettings } from "./settings-store";

/** The settings of a merchant that has changed none. */
const defaults = {
  displayName: null,
  supportContact: null,
  avs: false,
  refusesPaidOrders: true,
  currencies: [] as Currency[],
  formPosts: true,
  allowsMoreTime: false,
  accentColour: null,
  feeStructure: null,
  encodesData: false,
  sendsCustomerName: false,
  signedSandbox: false,
  signedLive: false,
};

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** A merchant's checkout settings, with the values that the dashboard offers. */
export async function readSettings({ accountNumber, platforms }: Pick<Caller, "accountNumber" | "platforms">) {
  const { firstName, lastName, settings, picture } = await findSettings(accountNumber);
  const { displayName, supportContact, avs, refusesPaidOrders, currencies, formPosts, allowsMoreTime, accentColour } =
    settings ?? defaults;
  const { feeStructure, encodesData, sendsCustomerName, signedSandbox, signedLive } = settings ?? defaults;
  return {
    displayName,
    supportContact,
    avs,
    refusesPaidOrders,
    currencies,
    formPosts,
    allowsMoreTime,
    accentColour,
    feeStructure,
    encodesData,
    sendsCustomerName,
    signedSandbox,
    signedLive,
    /** The account's own name, shown if it has no display name. */
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

export async function retrieveSignedRequests(caller: Caller) {
  return { message: "OK" as const, data: toSignedRequests(await readSettings(caller)) };
}

export const toSignedRequests = ({ signedSandbox, signedLive }: Settings) => ({
  sandbox: signedSandbox,
  live: signedLive,
});
