import { acquirers } from "@/lib/gateway/registry";

/** An acquirer that this installation does not use any more may still have charges with secrets. */
export async function eraseExpiredSecrets(): Promise<void> {
  for (const { operations } of Object.values(acquirers)) await operations?.eraseExpiredSecrets();
}
