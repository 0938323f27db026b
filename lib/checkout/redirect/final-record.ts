import type { SessionRow } from "@/lib/checkout/session/store";
import type { FinalRecord } from "./redirect";

/** The session's result as the redirect needs it, or null while there is none. */
export function finalRecordOf(session: SessionRow): FinalRecord | null {
  const { status, code, finalisedAt, account } = session;
  if (!status || !code || !finalisedAt) return null;
  const compatibility = {
    encodesData: account.settings?.encodesData ?? false,
    sendsCustomerName: account.settings?.sendsCustomerName ?? false,
  };
  return { ...session, status, code, finalisedAt, compatibility };
}
