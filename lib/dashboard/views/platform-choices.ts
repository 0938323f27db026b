import type { Caller } from "@/lib/http/message/caller";
import { currenciesOf } from "@/lib/reference/currencies";
import { type Platform, platforms } from "@/lib/reference/platforms";
import { describeWithdrawals } from "@/lib/withdrawals/read-withdrawals";

export type PlatformChoices = ReturnType<typeof platformChoices>;

/** The countries of an account, and the chosen one with its currencies and banks. */
export function platformChoices(caller: Caller, code: Platform) {
  const { name, currency } = platforms[code];
  const banks = describeWithdrawals().data.banks.filter(({ platform }) => platform === code);
  return {
    platform: { code, name, currency, currencies: currenciesOf(code), banks },
    platforms: caller.platforms.map((own) => ({ code: own, name: platforms[own].name })),
  };
}
