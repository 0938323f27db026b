import type * as z from "zod/mini";
import { type GivenFields, type Rules, type Texts, validate } from "@/lib/http/body/validate";
import type { Caller } from "@/lib/http/message/caller";
import { asksForBranch, findListedBank } from "@/lib/reference/banks";
import { type Currency, platformOf } from "@/lib/reference/currencies";
import { type Platform, platforms } from "@/lib/reference/platforms";
import { foreignBank, localBank } from "./contract";

/** Validation of bank accounts, by type and by the platform of the currency. */

export type LocalDetails = Omit<z.output<typeof localBank>, "bank_account" | "currency">;
export type ForeignDetails = Omit<z.output<typeof foreignBank>, "beneficiary_account_number" | "currency">;
/** The details of a bank account without its number, which is stored sealed. */
export type BankDetails = { type: "local"; details: LocalDetails } | { type: "foreign"; details: ForeignDetails };
export type BankAccount = BankDetails & { currency: Currency; number: string };

const required = "field is required.";

export function accountRulesOn(platform: Platform): Rules {
  const bankOf = ({ bank_name }: Texts) => findListedBank(platform, bank_name);
  return {
    bank_name: (fields) => (bankOf(fields) ? null : `must be a supported bank of ${platforms[platform].name}.`),
    bank_account: (fields) => {
      const length = fields.bank_account?.length ?? 0;
      const { min, max } = bankOf(fields)?.account ?? { min: 0, max: length };
      return length >= min && length <= max ? null : `must have ${min === max ? min : `${min} to ${max}`} digits.`;
    },
    ...(asksForBranch(platform) && {
      bank_account_type: ({ bank_account_type }) => (bank_account_type === undefined ? required : null),
      bank_branch: (fields) => {
        if (fields.bank_branch === undefined) return required;
        const branches = bankOf(fields)?.branches;
        return !branches || branches.includes(fields.bank_branch) ? null : "must be a branch of the selected bank.";
      },
    }),
  };
}

/** Removes the fields that only Jamaica requires. Other platforms ignore these fields, even if they are malformed. */
export function relevantOn(platform: Platform | null, given: GivenFields): GivenFields {
  if (platform && asksForBranch(platform)) return given;
  const { bank_account_type: _type, bank_branch: _branch, ...relevant } = given;
  return relevant;
}

export type AccountPlatforms = Pick<Caller, "homePlatform" | "platforms">;

export function readLocalBank(given: GivenFields, account: AccountPlatforms): BankAccount {
  const home = platforms[account.homePlatform].currency;
  const platform = platformOf(given.currency ?? home);
  const own = account.platforms.map((code) => platforms[code].currency);
  const isOwn = platform !== null && account.platforms.includes(platform);
  const { currency, bank_account, ...details } = validate(localBank, relevantOn(platform, given), {
    currency: () => (isOwn ? null : `must be one of ${own.join(", ")}.`),
    ...(platform && accountRulesOn(platform)),
  });
  return { type: "local", currency: currency ?? home, number: bank_account, details };
}

export function readForeignBank(given: GivenFields): BankAccount {
  const { currency, beneficiary_account_number, ...details } = validate(foreignBank, given, {
    intermediary_bank_swift_code: (fields) =>
      fields.intermediary_bank && !fields.intermediary_bank_swift_code ? required : null,
  });
  return { type: "foreign", currency: currency ?? "USD", number: beneficiary_account_number, details };
}

/** The stored account in the shape of a request body, so that a change can be merged into it. */
export function fieldsOf({ type, details, currency, number }: BankAccount): GivenFields {
  const numberField = type === "local" ? "bank_account" : "beneficiary_account_number";
  return { ...details, currency, [numberField]: number };
}

const shownMax = 4;
const hiddenMin = 3;

/** The last digits of a number, for display. Short numbers show fewer. */
export const tailOf = (number: string): string =>
  number.slice(number.length - Math.max(0, Math.min(shownMax, number.length - hiddenMin)));

export const mask = (tail: string): string => `****${tail}`;

type Shown = { currency: Currency; tail: string };

export function toLocalRecord({ details, currency, tail }: Shown & { details: LocalDetails }) {
  return {
    bank_name: details.bank_name,
    bank_account: mask(tail),
    bank_account_type: details.bank_account_type ?? null,
    bank_branch: details.bank_branch ?? null,
    name_in_bank: details.name_in_bank,
    currency,
  };
}

export function toForeignRecord({ details, currency, tail }: Shown & { details: ForeignDetails }) {
  return {
    ...details,
    beneficiary_account_number: mask(tail),
    intermediary_bank: details.intermediary_bank ?? null,
    intermediary_bank_swift_code: details.intermediary_bank_swift_code ?? null,
    currency,
  };
}

export const toBankRecord = (bank: Shown & BankDetails) =>
  bank.type === "local" ? toLocalRecord(bank) : toForeignRecord(bank);
