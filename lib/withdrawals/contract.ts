import * as z from "zod/mini";
import { localAccountFields } from "@/lib/bank-accounts/contract";
import { pageFields, pageOf } from "@/lib/http/body/paging";
import { passThrough, storedLine, withoutCardNumber } from "@/lib/http/body/stored-text";
import { created, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import {
  calendarDay,
  email,
  flag,
  line,
  matching,
  money,
  oneOf,
  phone,
  timestamp,
  transactionId,
  wholeNumber,
} from "@/lib/kit/fields";
import { breaks } from "@/lib/kit/problems";
import { currencies } from "@/lib/reference/currencies";
import { identityDocuments, identityNumberLengthMax } from "@/lib/reference/identity-documents";
import { environments, platformCodes } from "@/lib/reference/platforms";
import { withdrawalTypes } from "@/lib/reference/stored-values";

const statusMax = 6;
const dataLengthMax = 4096;
const textLengthMax = 255;
const transactionIdLengthMax = 29;

const environment = z.optional(oneOf(environments));
const amountField = money().check(
  z.refine((amount) => amount > 0n, { error: "must be greater than 0.", ...breaks("amount") }),
  z.meta({
    description:
      "In live mode, the first withdrawal to a payee is held (status 3) for up to 48 hours, until the owner confirms it. You can cancel it during the hold. In the sandbox, an amount that ends in `.03` is held first, and one that ends in `.05` is refunded.",
  }),
);

const commonFields = {
  currency: oneOf(currencies),
  amount: amountField,
  country_code: z.optional(
    oneOf(platformCodes).check(
      z.meta({ description: "The platform of a withdrawal in USD. Default: the home platform." }),
    ),
  ),
  data: z.optional(
    passThrough({ max: dataLengthMax }).check(z.meta({ description: "Returned unchanged with the result." })),
  ),
  environment,
};

const personFields = {
  email: email({ max: textLengthMax }).check(withoutCardNumber),
  phone: phone().check(withoutCardNumber),
  id_type: oneOf(identityDocuments),
  id_number: line({ max: identityNumberLengthMax }).check(
    z.meta({ description: "Must match the pattern that `GET /withdrawals/meta` lists for the platform and the type." }),
  ),
};

/** The fields that all variants of a withdrawal share. Used for validation errors if the request names no variant. */
export const anyWithdrawal = z.object({ withdrawal_type: oneOf(withdrawalTypes), ...commonFields });

export const variants = {
  normal: z
    .object({ withdrawal_type: z.literal("normal"), ...commonFields })
    .check(z.meta({ title: "To the account's own bank account of that currency" })),
  sub_banked: z
    .object({ withdrawal_type: z.literal("sub_banked"), ...commonFields, ...personFields, ...localAccountFields })
    .check(z.meta({ title: "To the bank account of a sub-merchant" })),
  sub_unbanked: z
    .object({
      withdrawal_type: z.literal("sub_unbanked"),
      ...commonFields,
      recipient_name: storedLine({ max: textLengthMax }),
      ...personFields,
    })
    .check(z.meta({ title: "To a person without a bank account" })),
};

const text = () => z.nullable(z.string());
const masked = () => z.nullable(z.string().check(z.meta({ examples: ["****1234"] })));

export const withdrawalRecord = z
  .object({
    transaction_id: z.string(),
    reference: z.string().check(z.meta({ format: "uuid" })),
    withdrawal_type: z.enum(withdrawalTypes),
    status: z.int().check(z.meta({ minimum: 0, maximum: statusMax })),
    status_description: z.string(),
    currency: z.enum(currencies),
    amount: z.string().check(z.meta({ examples: ["10.00"] })),
    data: text(),
    email: text(),
    phone: text(),
    bank_name: text(),
    bank_account: masked(),
    bank_account_type: text(),
    bank_branch: text(),
    name_in_bank: text(),
    recipient_name: text(),
    id_type: text(),
    id_number: masked(),
    environment: z.enum(environments),
    created_at: timestamp(),
    updated_at: timestamp(),
    deleted_at: z.nullable(timestamp()),
  })
  .check(z.meta({ id: "Withdrawal" }));
export type WithdrawalRecord = z.output<typeof withdrawalRecord>;

const withdrawals = { environment: "chosen", limit: perMinute(15) } as const;
const ofOne = {
  path: "/withdrawals/{transaction_id}",
  params: z.object({ transaction_id: transactionId() }),
  query: z.object({ environment }),
} as const;

export const createWithdrawalEndpoint = endpoint({
  ...withdrawals,
  name: "createWithdrawal",
  method: "POST",
  path: "/withdrawals/",
  summary: "Create a withdrawal. It pays out to a bank account or a person",
  auth: "bearer",
  scopes: ["svc-withdrawals-create"],
  idempotent: true,
  query: z.object({ environment }),
  // The use-case validates all other fields, because they depend on the platform (rules.ts).
  body: z.looseObject({ environment }),
  bodyIs: { oneOf: [variants.normal, variants.sub_banked, variants.sub_unbanked] },
  success: created(z.object({ data: z.string(), reference: z.string(), transaction_id: z.string() })),
  refusals: { forbidden: "The balance is too low, or the bank account is missing." },
});

export const listWithdrawalsEndpoint = endpoint({
  ...withdrawals,
  name: "listWithdrawals",
  method: "GET",
  path: "/withdrawals/",
  summary: "List withdrawals. The newest come first",
  auth: "any",
  scopes: ["svc-withdrawals-retrieve"],
  query: z.object({
    environment,
    ...pageFields,
    currency: z.optional(oneOf(currencies)),
    withdrawal_type: z.optional(oneOf(withdrawalTypes)),
    status: z.optional(wholeNumber({ min: 0, max: statusMax })),
    amount_min: z.optional(money()),
    amount_max: z.optional(money()),
    reference: z.optional(
      matching(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, { max: 36, error: "must be a UUID." }),
    ),
    transaction_id: z.optional(line({ max: transactionIdLengthMax })),
    start_date: z.optional(calendarDay()),
    end_date: z.optional(calendarDay()),
    with_deleted: z.optional(flag().check(z.meta({ description: "Also lists cancelled withdrawals." }))),
  }),
  success: { status: 200, schema: pageOf(withdrawalRecord) },
});

export const retrieveWithdrawalEndpoint = endpoint({
  ...withdrawals,
  ...ofOne,
  name: "retrieveWithdrawal",
  method: "GET",
  summary: "Retrieve a withdrawal",
  auth: "any",
  scopes: ["svc-withdrawals-retrieve"],
  success: ok(withdrawalRecord),
});

export const cancelWithdrawalEndpoint = endpoint({
  ...withdrawals,
  ...ofOne,
  name: "cancelWithdrawal",
  method: "DELETE",
  summary: "Cancel a withdrawal. It must be pending or held",
  body: z.object({ environment }),
  auth: "any",
  scopes: ["svc-withdrawals-delete"],
  success: { status: 200, schema: z.object({ message: z.string() }) },
  refusals: { invalid: "The withdrawal is not pending." },
});

export const describeWithdrawalsEndpoint = endpoint({
  name: "describeWithdrawals",
  method: "GET",
  path: "/withdrawals/meta",
  summary: "Describe withdrawals. The answer lists banks, patterns of identity numbers, statuses and types",
  auth: "none",
  scopes: [],
  limit: perMinute(60),
  success: ok(
    z.object({
      banks: z.array(
        z.object({
          platform: z.enum(platformCodes),
          name: z.string(),
          account: z.object({ min: z.int(), max: z.int() }),
          branches: z.optional(z.array(z.string())),
        }),
      ),
      ids: z.array(z.object({ platform: z.enum(platformCodes), type: z.enum(identityDocuments), regex: z.string() })),
      statuses: z.array(z.object({ value: z.int(), description: z.string() })),
      withdrawal_types: z.array(z.enum(withdrawalTypes)),
    }),
  ),
});
