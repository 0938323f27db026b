import { day, later, now } from "@/lib/kit/clock";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { deleteNetworksBefore, noteNetworkOf } from "./network-store";
import { networkKey } from "./sign-in-tries";

const rememberedFor = 180 * day;
const notedEvery = day;

/**
 * Notes a grant. True if the account had grants from other networks before, but never from this one. A sign-in to the
 * dashboard does not count: with a stolen password it would keep the mail away. The public sandbox accounts are used
 * from everywhere, so theirs are not noted.
 */
export async function noteNetwork(accountNumber: string, clientAddress: string): Promise<boolean> {
  if (isSandboxSeed(accountNumber)) return false;
  return noteNetworkOf(accountNumber, networkKey(clientAddress), now(), later(-notedEvery));
}

export const forgetNetworks = (): Promise<void> => deleteNetworksBefore(later(-rememberedFor));
