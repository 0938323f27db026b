import { eraseExpiredTokens } from "@/lib/gateway/powertranz/charge-store";
import { later, minute } from "@/lib/kit/clock";

/** The gateway accepts a token for five minutes. Tokens of payers who never returned are not kept longer. */
export const eraseOldTokens = (): Promise<void> => eraseExpiredTokens(later(-10 * minute));
