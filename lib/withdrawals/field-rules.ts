import type * as z from "zod/mini";
import { type AccountPlatforms, accountRulesOn, relevantOn } from "@/lib/bank-accounts/rules";
import { type GivenFields, isBlank, type Rules, validate } from "@/lib/http/body/validate";
import { hour } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { currenciesOf, platformOf } from "@/lib/reference/currencies";
import { identityPatterns, isIdentityDocument } from "@/lib/reference/identity-documents";
import { type Environment, type Platform, platforms } from "@/lib/reference/platforms";
import { withdrawalTypes } from "@/lib/reference/stored-values";
import { anyWithdrawal, variants } from "./contract";

/** Validation of withdrawal requests, by variant and by platform. */

export type Requested = z.output<(typeof variants)[keyof typeof variants]> & { platform: Platform };

/** Validates the fields of the chosen variant, reports every invalid one, and ignores those of other variants. */
export function readWithdrawal(body: GivenFields, account: AccountPlatforms): Requested {
  const type = withdrawalTypes.find((known) => known === body.withdrawal_type);
  const platform = platformFor(body, account);
  const relevant = relevantOn(platform, body);
  const rules = commonRules(account);
  if (!type || !platform) {
    validate(type ? variants[type] : anyWithdrawal, relevant, rules);
    throw new Error("A withdrawal without a type or platform passed validation.");
  }
  const fields = validate(variants[type], relevant, {
    ...rules,
    ...(type === "sub_banked" && accountRulesOn(platform)),
    ...(type !== "normal" && identityRulesOn(platform)),
  });
  return { ...fields, platform };
}

/**
 * The platform of a withdrawal: the platform of its currency. For USD, it is the platform of the country code, or the
 * account's home platform without one.
 */
function platformFor({ currency, country_code: code }: GivenFields, account: AccountPlatforms): Platform | null {
  const chosen = code === undefined || isBlank(code) ? account.homePlatform : code;
  const wanted = currency === "USD" ? chosen : platformOf(currency);
  return account.platforms.find((platform) => platform === wanted) ?? null;
}

function commonRules(account: AccountPlatforms): Rules {
  const own = [...new Set(account.platforms.flatMap(currenciesOf))];
  const isOwnPlatform = (code: string) => account.platforms.some((platform) => platform === code);
  return {
    currency: ({ currency }) => (own.some((known) => known === currency) ? null : `must be one of ${own.join(", ")}.`),
    // The country code matters only for USD, because any other currency determines the platform.
    country_code: ({ currency, country_code: code }) =>
      currency !== "USD" || code === undefined || isOwnPlatform(code) ? null : "is not a platform of this account.",
  };
}

const identityRulesOn = (platform: Platform): Rules => ({
  id_number: ({ id_type: type, id_number: number = "" }) =>
    !isIdentityDocument(type) || identityPatterns[platform][type].test(number)
      ? null
      : `must be a ${type.replaceAll("_", " ")} number of ${platforms[platform].name}.`,
});

const bankWaitMs = 48 * hour;

/** How long a withdrawal to a new payee waits for the merchant's answer before it is released without one. */
export const confirmWithinMs = 48 * hour;

export const bankRequired = () =>
  new AppError("forbidden", "Bank details are required.", { refusal: { reason: "bank_needed" } });

/** Gives the owner time to read the mail about a new bank account before an intruder can withdraw to it. */
export function checkBankAge(environment: Environment, changedAt: Date, now: Date): void {
  if (environment === "live" && now.getTime() - changedAt.getTime() < bankWaitMs) {
    throw new AppError(
      "forbidden",
      "The bank account was added or changed less than 48 hours ago. Withdrawals to it are possible after that.",
      { refusal: { reason: "bank_too_new" } },
    );
  }
}
