import type { Merchant } from "@/lib/checkout/request/request-rules";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { CardLinkState } from "@/lib/reference/stored-values";
import { checkStoring } from "@/lib/trusted-cards/create-card";
import { cardLinkSessionsMax } from "./contract";
import type { CardLinkRow } from "./store";

/** The state of a link. A link that its merchant may not offer any more counts as withdrawn. */
export async function cardLinkState(merchant: Merchant, link: CardLinkRow): Promise<CardLinkState> {
  if (link.sessions.some(({ session }) => session.status === "success")) return "stored";
  if (link.withdrawnAt) return "withdrawn";
  if (link.expiresAt <= now()) return "expired";
  if (link.sessions.length >= cardLinkSessionsMax) return "exhausted";
  return (await mayStore(merchant, link)) ? "waiting" : "withdrawn";
}

async function mayStore(merchant: Merchant, link: CardLinkRow): Promise<boolean> {
  try {
    await checkStoring(merchant, link);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
