import type * as z from "zod/mini";
import { type AccountPlatforms, accountRulesOn, relevantOn } from "@/lib/bank-accounts/rules";
import { type GivenFields, isBlank, type Rules, validate } from "@/lib/http/body/validate";
import { hour } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { currenciesOf, platformOf } from "@/lib/reference/currencies";
import { identityPatterns, isIdentityDocument } from "@/lib/reference/identity-documents";
import { type Environment, type Platform, platforms } from "@/lib/reference/platforms";
import { anyWithdrawal, variants, withdrawalTypes } from "./contract";

/** What a withdrawal must be to be taken: by its variant, and by the platform it is made on. */

export type Requested = z.output<(typeof variants)[keyof typeof variants]> & { platform: Platform };

/** Reads the fields of the variant that was chosen. Every wrong one is told, and those of other variants are ignored. */
export function readWithdrawal(given: GivenFields, account: AccountPlatforms): Requested {
  const type = withdrawalTypes.find((known) => known === given.withdrawal_type);
  const platform = platformFor(given, account);
  const relevant = relevantOn(platform, given);
  const rules = commonRules(account);
  if (!type || !platform) {
    validate(type ? variants[type] : anyWithdrawal, relevant, rules);
    throw new Error("A withdrawal of no type or platform passed the rules of every withdrawal.");
  }
  const fields = validate(variants[type], relevant, {
    ...rules,
    ...(type === "sub_banked" && accountRulesOn(platform)),
    ...(type !== "normal" && identityRulesOn(platform)),
  });
  return { ...fields, platform };
}

/** A platform's own currency tells which it is; for USD it is the one that is named, else the home platform. */
function platformFor({ currency, country_code: named }: GivenFields, account: AccountPlatforms): Platform | null {
  const chosen = named === undefined || isBlank(named) ? account.homePlatform : named;
  const asked = currency === "USD" ? chosen : platformOf(currency);
  return account.platforms.find((platform) => platform === asked) ?? null;
}

function commonRules(account: AccountPlatforms): Rules {
  const own = [...new Set(account.platforms.flatMap(currenciesOf))];
  const isOwnPlatform = (code: string) => account.platforms.some((platform) => platform === code);
  return {
    currency: ({ currency }) => (own.some((known) => known === currency) ? null : `must be one of ${own.join(", ")}.`),
    // Any other currency tells the platform itself.
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

const bankRestsMs = 48 * hour;

/** How long a withdrawal to a new payee waits for its owner's answer before it is released without one. */
export const confirmWithin = 48 * hour;

export const bankRequired = () => new AppError("forbidden", "Bank details are required.");

/** Whoever takes an account over and changes its bank must not be quicker than its owner reads the mail about it. */
export function checkBankAge(environment: Environment, changedAt: Date, now: Date): void {
  if (environment === "live" && now.getTime() - changedAt.getTime() < bankRestsMs) {
    throw new AppError(
      "forbidden",
      "The bank account was added or changed less than 48 hours ago. Withdrawals to it are possible after that.",
    );
  }
}
