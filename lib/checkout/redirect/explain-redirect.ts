import { findSessionOf } from "@/lib/checkout/session/store";
import { findKeyRing, keyRingOf } from "@/lib/hash-keys/merchant-keys";
import type { Owner } from "@/lib/http/route/caller";
import { finalRecordOf } from "./final-record";
import { type Inspected, inspectRedirect, transactionIdIn } from "./inspect-redirect";

type Given = { address: string; computed?: string | undefined };

/** For a merchant's developer: the exact mistake, by the payment and the keys, of which nothing is given away. */
export async function explainRedirect(owner: Owner, { address, computed }: Given) {
  const { accountNumber, environment } = owner;
  const other = { accountNumber, environment: environment === "live" ? "sandbox" : "live" } as const;
  const findings = inspectRedirect({
    address,
    computed,
    environment,
    payment: await findPayment(owner, transactionIdIn(address)),
    own: await keyRingOf(owner),
    other: await findKeyRing(other),
  });
  return { message: "OK" as const, data: { findings } };
}

async function findPayment(owner: Owner, transactionId: string | undefined): Promise<Inspected["payment"]> {
  const session = transactionId ? await findSessionOf(owner, transactionId) : null;
  return session && (finalRecordOf(session) ?? "unfinished");
}
