import { day, later, now } from "@/lib/kit/clock";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { networkKey } from "./sign-in-attempts";
import { recordNetworkOf } from "./store";

const writtenEveryMs = day;

/**
 * Records the network from which a token was granted. Returns true if the account had grants from other networks
 * before, but never from this one: then a mail warns the owner. Dashboard sign-ins do not count, because a thief with
 * the password could sign in first and so prevent the mail. Networks of the public sandbox accounts are not recorded,
 * because anyone uses these accounts.
 */
export async function recordNetwork(accountNumber: string, clientAddress: string): Promise<boolean> {
  if (isSandboxSeed(accountNumber)) return false;
  return recordNetworkOf(accountNumber, networkKey(clientAddress), now(), later(-writtenEveryMs));
}
