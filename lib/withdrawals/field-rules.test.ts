import { describe, expect, it } from "vitest";
import type { AppError } from "@/lib/kit/errors";
import { banks } from "@/lib/reference/banks";
import { identityDocuments, identityNumberLengthMax, identityPatterns } from "@/lib/reference/identity-documents";
import { platformCodes } from "@/lib/reference/platforms";
import { readWithdrawal } from "./field-rules";

const account = { homePlatform: "TT", platforms: ["TT", "JM"] } as const;
const person = { email: "ann@example.com", phone: "+18685550123", id_type: "national_id", id_number: "19900101123" };
const normal = { withdrawal_type: "normal", currency: "TTD", amount: "10.00" };
const banked = {
  ...normal,
  ...person,
  withdrawal_type: "sub_banked",
  bank_name: "Republic Bank",
  bank_account: "180012345678",
  name_in_bank: "Ann Lee",
};
const jamaican = {
  ...banked,
  currency: "JMD",
  bank_name: "National Commercial Bank",
  bank_account: "123456789",
  bank_account_type: "savings",
  bank_branch: "Half Way Tree",
  id_number: "1234567",
};
const unbanked = { ...normal, ...person, withdrawal_type: "sub_unbanked", recipient_name: "Ann Lee" };

const errorsOf = (body: Record<string, unknown>): Record<string, string[]> => {
  try {
    readWithdrawal(body, account);
    return {};
  } catch (error) {
    return (error as AppError).fields.errors as Record<string, string[]>;
  }
};

type Case = [reason: string, body: Record<string, unknown>, wrong: Record<string, string>];

const required = (field: string) => `The ${field.replaceAll("_", " ")} field is required.`;
const tooLong = (field: string, max = 255) =>
  `The ${field.replaceAll("_", " ")} may not be greater than ${max} characters.`;
const missing = (body: Record<string, unknown>, fields: string[]): Case[] =>
  fields.map((field) => [
    `${body.withdrawal_type} needs ${field}`,
    { ...body, [field]: " " },
    { [field]: required(field) },
  ]);
const document = "The id number must be a national id number of Trinidad and Tobago.";

const refused: Case[] = [
  ...missing(normal, ["withdrawal_type", "currency", "amount"]),
  ...missing(banked, ["email", "phone", "bank_name", "bank_account", "name_in_bank", "id_type", "id_number"]),
  ...missing(jamaican, ["bank_account_type", "bank_branch"]),
  ...missing(unbanked, ["recipient_name", "email", "phone", "id_type", "id_number"]),
  [
    "the type is unknown",
    { ...normal, withdrawal_type: "other" },
    { withdrawal_type: "The withdrawal type must be one of normal, sub_banked, sub_unbanked." },
  ],
  [
    "the currency is unknown",
    { ...normal, currency: "EUR" },
    { currency: "The currency must be one of TTD, USD, BBD, XCD, JMD, GYD." },
  ],
  [
    "the currency belongs to no platform of the account",
    { ...normal, currency: "BBD" },
    { currency: "The currency must be one of TTD, USD, JMD." },
  ],
  ["the amount is zero", { ...normal, amount: "0.00" }, { amount: "The amount must be greater than 0." }],
  ...["-1", "1.005", "1e3", "1,000.00", "ten", "9".repeat(16)].map(
    (amount): Case => [
      `the amount is «${amount}»`,
      { ...normal, amount },
      { amount: expect.stringContaining("must be an amount such as") },
    ],
  ),
  [
    "USD with a platform that the account does not have",
    { ...normal, currency: "USD", country_code: "BB" },
    { country_code: "The country code is not a platform of this account." },
  ],
  ["data is too long", { ...normal, data: "😀".repeat(4097) }, { data: tooLong("data", 4096) }],
  ["data is not text", { ...normal, data: { a: "1" } }, { data: "The data must be text." }],
  [
    "USD in Jamaica without the fields that Jamaica requires",
    { ...jamaican, currency: "USD", country_code: "JM", bank_account_type: "", bank_branch: "" },
    { bank_account_type: required("bank_account_type"), bank_branch: required("bank_branch") },
  ],
  [
    "the name contains a line break",
    { ...banked, name_in_bank: "Ann\u2028Lee" },
    { name_in_bank: "The name in bank has invalid characters." },
  ],
  ["the email is invalid", { ...banked, email: "ann" }, { email: "The email must be a valid email address." }],
  ["the email is too long", { ...banked, email: `${"a".repeat(250)}@b.com` }, { email: tooLong("email") }],
  ...["8685550123", "+0685550123", "+1", "+1868555012345678", "+1868-555-0123"].map(
    (phone): Case => [`the phone ${phone} is not E.164`, { ...unbanked, phone }, { phone: expect.any(String) }],
  ),
  [
    "the bank is not one of the platform",
    { ...banked, bank_name: "Demerara Bank" },
    { bank_name: "The bank name must be a supported bank of Trinidad and Tobago." },
  ],
  [
    "the account number is not digits only",
    { ...banked, bank_account: "1800-1234567" },
    { bank_account: "The bank account must be digits only." },
  ],
  [
    "the account number is too short for the bank",
    { ...banked, bank_account: "18001234567" },
    { bank_account: "The bank account must have 12 digits." },
  ],
  [
    "the account number is outside the bank's range of lengths",
    { ...jamaican, bank_name: "JN Bank", bank_account: "123456789" },
    { bank_account: "The bank account must have 10 to 11 digits." },
  ],
  ["the name is too long", { ...banked, name_in_bank: "x".repeat(256) }, { name_in_bank: tooLong("name_in_bank") }],
  [
    "the recipient's name is too long",
    { ...unbanked, recipient_name: "x".repeat(256) },
    { recipient_name: tooLong("recipient_name") },
  ],
  [
    "the identity document is unknown",
    { ...banked, id_type: "library_card" },
    { id_type: "The id type must be one of driver_permit, national_id, passport." },
  ],
  ["the identity number does not match its pattern", { ...banked, id_number: "123" }, { id_number: document }],
  [
    "the identity number does not match its pattern, without a bank",
    { ...unbanked, id_number: "TB123456" },
    { id_number: document },
  ],
  [
    "the identity number matches the pattern of another platform",
    { ...jamaican, id_number: person.id_number },
    { id_number: "The id number must be a national id number of Jamaica." },
  ],
  [
    "the account type is unknown",
    { ...jamaican, bank_account_type: "loan" },
    { bank_account_type: "The bank account type must be one of chequing, savings." },
  ],
  [
    "the branch is not one of the bank",
    { ...jamaican, bank_branch: "Hope Road" },
    { bank_branch: "The bank branch must be a branch of the selected bank." },
  ],
  ["the branch is too long", { ...jamaican, bank_branch: "x".repeat(256) }, { bank_branch: tooLong("bank_branch") }],
];

const accepted: [reason: string, body: Record<string, unknown>][] = [
  ["of type normal", normal],
  ["of type sub_banked", banked],
  ["of type sub_banked in Jamaica", jamaican],
  ["of type sub_unbanked", unbanked],
  ["with an amount of one decimal", { ...normal, amount: "7.5" }],
  ["with the longest data", { ...normal, data: "😀".repeat(4096) }],
  [
    "with the longest email",
    { ...banked, email: `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.com` },
  ],
  ["with the longest name", { ...banked, name_in_bank: "é".repeat(255) }],
  ["with the longest recipient", { ...unbanked, recipient_name: "😀".repeat(255) }],
  ["in USD in Jamaica", { ...jamaican, currency: "USD", country_code: "JM" }],
  ["with the shortest phone", { ...unbanked, phone: "+12" }],
  ["with the longest phone", { ...unbanked, phone: "+123456789012345" }],
  ["with malformed fields of Jamaica on another platform", { ...banked, bank_account_type: {}, bank_branch: ["x"] }],
  ["with malformed bank fields on sub_unbanked", { ...unbanked, bank_name: 7, bank_account: "x", name_in_bank: {} }],
  [
    "with malformed fields of other types on normal",
    { ...normal, email: "x", phone: "x", id_number: [], recipient_name: {} },
  ],
  ["with unknown fields", { ...banked, colour: "red" }],
  ["with blank optional fields", { ...normal, data: " ", country_code: "" }],
  ["with another country code if the currency determines the platform", { ...normal, country_code: "GD" }],
];

describe("a withdrawal", () => {
  it.each(refused)("is refused: %s", (_reason, body, wrong) => {
    const expected = Object.entries(wrong).map(([field, sentence]) => [field, [sentence]]);
    expect(errorsOf(body)).toEqual(Object.fromEntries(expected));
  });

  it.each(accepted)("is accepted %s", (_reason, body) => {
    expect(errorsOf(body)).toEqual({});
  });

  it("is refused with all errors at once, whichever rule finds them", () => {
    const wrong = { ...jamaican, amount: "x", email: "", bank_branch: "", bank_account: "1", id_number: "A" };
    expect(Object.keys(errorsOf(wrong)).sort()).toEqual([
      "amount",
      "bank_account",
      "bank_branch",
      "email",
      "id_number",
    ]);
    expect(Object.keys(errorsOf({}))).toEqual(["withdrawal_type", "currency", "amount"]);
  });

  it.each([
    ["TTD", undefined, "TT"],
    ["JMD", undefined, "JM"],
    ["JMD", "TT", "JM"],
    ["USD", undefined, "TT"],
    ["USD", " ", "TT"],
    ["USD", "JM", "JM"],
  ])("in %s with country code %s belongs to platform %s", (currency, country, platform) => {
    expect(readWithdrawal({ ...normal, currency, country_code: country }, account).platform).toBe(platform);
  });
});

describe("the reference data", () => {
  it("has unique bank names, plausible lengths of account numbers, and branches in Jamaica only", () => {
    for (const platform of platformCodes) {
      const names = banks[platform].map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { account: length, branches } of banks[platform]) {
        expect(length.min).toBeGreaterThanOrEqual(6);
        expect(length.max).toBeGreaterThanOrEqual(length.min);
        expect(new Set(branches).size > 0).toBe(platform === "JM");
      }
    }
  });

  it.each([
    ["BB", "driver_permit", ["A123456", "1234567890"], ["ABC123456", "12345"]],
    ["BB", "national_id", ["900101-0123", "9001010123"], ["900101-012", "900101--0123"]],
    ["BB", "passport", ["XY123456", "1234567"], ["XYZ123456", "12345"]],
    ["GD", "driver_permit", ["12345", "D1234567890"], ["1234", "DD12345"]],
    ["GD", "national_id", ["123456", "N1234567890"], ["12345", "NN123456"]],
    ["GD", "passport", ["G123456", "GD1234567"], ["123456", "GDA123456"]],
    ["GY", "driver_permit", ["123456", "G123456789"], ["12345", "GG123456"]],
    ["GY", "national_id", ["123456789"], ["12345678", "1234567890"]],
    ["GY", "passport", ["R123456", "1234567"], ["RR123456", "12345"]],
    ["JM", "driver_permit", ["123456789"], ["12345678", "A123456789"]],
    ["JM", "national_id", ["1234567", "123456789"], ["123456", "1234567890"]],
    ["JM", "passport", ["A1234567"], ["A123456", "AB1234567"]],
    ["TT", "driver_permit", ["123456", "1234567A"], ["12345", "A123456"]],
    ["TT", "national_id", ["19900101123"], ["1990010112", "199001011234"]],
    ["TT", "passport", ["T123456", "TB1234567"], ["123456", "TBC123456"]],
  ] as const)("has a correct pattern for %s and %s", (platform, type, good, bad) => {
    const pattern = identityPatterns[platform][type];
    const other = bad.flatMap((number) => [number, number.toLowerCase()]);
    const padded = good.flatMap((number) => [`${number}\n`, ` ${number}`, `${number}-`, ""]);
    expect(good.filter((number) => !pattern.test(number))).toEqual([]);
    expect([...other, ...padded].filter((number) => pattern.test(number))).toEqual([]);
  });

  it("has an anchored pattern for every document and platform, and no pattern exceeds the field's length", () => {
    for (const platform of platformCodes) {
      for (const type of identityDocuments) {
        const { source } = identityPatterns[platform][type];
        expect(source).toMatch(/^\^.+\$$/);
        expect(identityPatterns[platform][type].test("9".repeat(identityNumberLengthMax + 1))).toBe(false);
      }
    }
  });
});
