import { type FinalRecord, finalRecordOf } from "@/lib/checkout/redirect";
import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { findSandboxSession } from "@/lib/checkout/session/store";
import { findKeyRing } from "@/lib/hash-keys/merchant-keys";
import { recordVerifiedResult } from "@/lib/hash-keys/store";
import { now } from "@/lib/kit/clock";
import { hasRepeated, proveRedirect, type RedirectCheck, type Returned, usualNames } from "./redirect-proof";

export type Verification = {
  kind:
    | "paid"
    | "not_paid"
    | "card_stored"
    | "card_not_stored"
    | "changed"
    | "repeated"
    | "request_refused"
    | "no_result"
    | "not_sandbox"
    | "unknown";
  /** Whether we sent this redirect. The redirect of a failed payment is verified too. */
  isVerified: boolean;
  checks: RedirectCheck[];
  /** The names of our parameters in this redirect. All others belong to the shop. */
  ours: ReadonlySet<string>;
};

const sandboxIdPattern = /^SB-[0-9A-Z]{26}$/;

/**
 * Verifies a sandbox redirect of any merchant against the stored payment and the merchant's keys. The answer is public,
 * so it contains no key and reveals nothing about the payment that is not in the redirect URL. A merchant's first
 * verified result is recorded, because it is one of the first steps.
 */
export async function verifyRedirect(returned: Returned): Promise<Verification> {
  const { status, transaction_id: transactionId } = returned.values;
  if (hasRepeated(returned, usualNames)) return unverified("repeated");
  if (!transactionId) return unverified(status === "error" ? "request_refused" : "no_result");
  if (!transactionId.startsWith("SB-")) return unverified("not_sandbox");
  const session = sandboxIdPattern.test(transactionId) ? await findSandboxSession(transactionId) : null;
  return session ? verifyBySession(returned, session) : unverified("unknown");
}

async function verifyBySession(returned: Returned, session: SessionRow): Promise<Verification> {
  const record = finalRecordOf(session);
  // The first redirect creates the merchant's keys. Without keys we cannot have sent this redirect.
  const ring = record && (await findKeyRing(session));
  if (!record || !ring) return unverified("changed");
  const { sent, checks } = proveRedirect(returned, record, ring);
  if (!sent) return { ...unverified("changed"), checks };
  const { accountNumber, environment } = session;
  await recordVerifiedResult({ accountNumber, environment }, now());
  return { kind: kindOf(record), isVerified: true, checks, ours: sent };
}

const unverified = (kind: Verification["kind"]): Verification => ({
  kind,
  isVerified: false,
  checks: [],
  ours: usualNames,
});

function kindOf({ purpose, status }: FinalRecord): Verification["kind"] {
  if (purpose === "card_create") return status === "success" ? "card_stored" : "card_not_stored";
  return status === "success" ? "paid" : "not_paid";
}
