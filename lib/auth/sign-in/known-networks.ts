import { day, later, now } from "@/lib/kit/clock";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { deleteNetworksBefore, recordNetworkOf } from "./network-store";
import { networkKey } from "./sign-in-attempts";

const keptForMs = 180 * day;
const writtenEveryMs = day;

/**
 * Records the network of a grant. True if the account had grants from other networks before, but never from this one.
 * Dashboard sign-ins do not count: a thief with the password could sign in first and so prevent the mail. The public
 * sandbox accounts are used from everywhere, so their networks are not recorded.
 */
export async function recordNetwork(accountNumber: string, clientAddress: string): Promise<boolean> {
  if (isSandboxSeed(accountNumber)) return false;
  return recordNetworkOf(accountNumber, networkKey(clientAddress), now(), later(-writtenEveryMs));
}

export const forgetNetworks = (): Promise<void> => deleteNetworksBefore(later(-keptForMs));
