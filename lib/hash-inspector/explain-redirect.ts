import { finalRecordOf } from "@/lib/checkout/redirect";
import { findSessionOf } from "@/lib/checkout/session/store";
import { findKeyRing, keyRingOf } from "@/lib/hash-keys/merchant-keys";
import type { Owner } from "@/lib/http/message/caller";
import { type Inspected, inspectRedirect, transactionIdIn } from "./inspect-redirect";

type Given = { address: string; computed?: string | undefined };

/** Explains to a merchant's developer why a hash or signature does not match. The answer never contains a key. */
export async function explainRedirect(owner: Owner, { address, computed }: Given) {
  const { accountNumber, environment } = owner;
  const other = { accountNumber, environment: environment === "live" ? "sandbox" : "live" } as const;
  const data = inspectRedirect({
    address,
    computed,
    environment,
    payment: await findPayment(owner, transactionIdIn(address)),
    own: await keyRingOf(owner),
    other: await findKeyRing(other),
  });
  return { message: "OK" as const, data };
}

async function findPayment(owner: Owner, transactionId: string | undefined): Promise<Inspected["payment"]> {
  const session = transactionId ? await findSessionOf(owner, transactionId) : null;
  if (!session) return { kind: "unknown" };
  const record = finalRecordOf(session);
  return record ? { kind: "final", record } : { kind: "unfinished" };
}
