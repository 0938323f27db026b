import * as z from "zod/mini";
import { storedLine } from "@/lib/http/body/stored-text";
import { created, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { matching, oneOf } from "@/lib/kit/fields";
import { bankAccountTypes } from "@/lib/reference/banks";
import { currencies } from "@/lib/reference/currencies";
import { bankTypes } from "@/lib/reference/stored-values";

const textLengthMax = 255;
const bankAccountLengthMax = 20;
const foreignAccountLengthMax = 34;
const bankCodeLengthMax = 11;

const lineOfText = () => storedLine({ max: textLengthMax });
const onlyInJamaica = z.meta({ description: "Required in Jamaica, ignored elsewhere." });

/** Fields of an account at a bank of a platform's country. The account belongs to the merchant or to another payee. */
export const localAccountFields = {
  bank_name: lineOfText().check(
    z.meta({ description: "A bank that `GET /withdrawals/meta` lists.", examples: ["Republic Bank"] }),
  ),
  bank_account: matching(/^[0-9]+$/, { max: bankAccountLengthMax, error: "must be digits only." }),
  name_in_bank: lineOfText(),
  bank_account_type: z.optional(oneOf(bankAccountTypes).check(onlyInJamaica)),
  bank_branch: z.optional(lineOfText().check(onlyInJamaica)),
};

const localFields = {
  ...localAccountFields,
  currency: z.optional(
    oneOf(currencies).check(z.meta({ description: "The currency of a platform. Default: that of the home platform." })),
  ),
};

/** A SWIFT code (ISO 9362), or a routing number of the American Bankers Association. */
const bankCode = () =>
  matching(/^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?|[0-9]{9})$/, {
    max: bankCodeLengthMax,
    error: "must be a SWIFT code of 8 or 11 characters, or a routing number of 9 digits.",
  });

const foreignFields = {
  beneficiary_name: lineOfText(),
  beneficiary_account_number: matching(/^[A-Z0-9]{4,34}$/, {
    max: foreignAccountLengthMax,
    error: "must be 4 to 34 digits and capital letters.",
  }),
  beneficiary_address: lineOfText(),
  beneficiary_bank: lineOfText(),
  beneficiary_bank_swift_or_routing_code: bankCode(),
  bank_address: lineOfText(),
  intermediary_bank: z.optional(lineOfText()),
  intermediary_bank_swift_code: z.optional(
    bankCode().check(z.meta({ description: "Required with an intermediary bank." })),
  ),
  currency: z.optional(oneOf(["USD"])),
};

const titled = (title: string) => z.meta({ title });

export const localBank = z.object(localFields).check(titled("A local bank account"));
export const foreignBank = z.object(foreignFields).check(titled("A foreign bank account"));
const localChange = z.partial(z.object(localFields)).check(titled("What changes of a local bank account"));
const foreignChange = z.partial(z.object(foreignFields)).check(titled("What changes of a foreign bank account"));

const masked = () => z.string().check(z.meta({ examples: ["****1234"] }));
const localRecord = z
  .object({
    bank_name: z.string(),
    bank_account: masked(),
    bank_account_type: z.nullable(z.enum(bankAccountTypes)),
    bank_branch: z.nullable(z.string()),
    name_in_bank: z.string(),
    currency: z.enum(currencies),
  })
  .check(z.meta({ id: "LocalBank" }));
const foreignRecord = z
  .object({
    beneficiary_name: z.string(),
    beneficiary_account_number: masked(),
    beneficiary_address: z.string(),
    beneficiary_bank: z.string(),
    beneficiary_bank_swift_or_routing_code: z.string(),
    bank_address: z.string(),
    intermediary_bank: z.nullable(z.string()),
    intermediary_bank_swift_code: z.nullable(z.string()),
    currency: z.enum(currencies),
  })
  .check(z.meta({ id: "ForeignBank" }));
const record = z.union([localRecord, foreignRecord]);

/** The use-case validates the body (rules.ts), because the fields depend on the type and the platform. */
const body = z.looseObject({});
const banks = { auth: "any", limit: perMinute(60) } as const;
const ofOneType = { path: "/user/banks/{type}", params: z.object({ type: z.enum(bankTypes) }) } as const;
const missing = "The account has no bank account of this type.";

export const listBanksEndpoint = endpoint({
  ...banks,
  name: "listBanks",
  method: "GET",
  path: "/user/banks",
  summary: "List bank accounts. Withdrawals go to the local or the foreign account",
  scopes: ["svc-user-retrieve"],
  success: ok(z.object({ local: z.nullable(localRecord), foreign: z.nullable(foreignRecord) })),
});

export const retrieveBankEndpoint = endpoint({
  ...banks,
  ...ofOneType,
  name: "retrieveBank",
  method: "GET",
  summary: "Retrieve a bank account",
  scopes: ["svc-user-retrieve"],
  success: ok(record),
});

export const addBankEndpoint = endpoint({
  ...banks,
  ...ofOneType,
  name: "addBank",
  method: "POST",
  summary: "Add a bank account",
  scopes: ["svc-user-create"],
  changesAccount: true,
  body,
  bodyIs: { anyOf: [localBank, foreignBank] },
  success: created(record),
  refusals: { conflict: "There is a bank account of this type already." },
});

export const updateBankEndpoint = endpoint({
  ...banks,
  ...ofOneType,
  name: "updateBank",
  method: "PATCH",
  summary: "Update a bank account",
  scopes: ["svc-user-update"],
  changesAccount: true,
  body,
  bodyIs: { anyOf: [localChange, foreignChange] },
  success: ok(record),
  refusals: { invalid: missing },
});

export const removeBankEndpoint = endpoint({
  ...banks,
  ...ofOneType,
  name: "removeBank",
  method: "DELETE",
  summary: "Delete a bank account",
  scopes: ["svc-user-delete"],
  changesAccount: true,
  success: { status: 200, schema: z.object({ message: z.string() }) },
  refusals: { invalid: missing },
});
