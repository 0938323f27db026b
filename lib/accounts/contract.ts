import * as z from "zod/mini";
import { passwordLengthMax, passwordLengthMin } from "@/lib/auth/contract";
import { storedLine, withoutCardNumber } from "@/lib/http/body/stored-text";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { email, identifier, oneOf, phone, timestamp, verbatim } from "@/lib/kit/fields";
import { accountTypes, platformCodes } from "@/lib/reference/platforms";

const emailLengthMax = 255;
const nameLengthMax = 60;
const address = email({ max: emailLengthMax }).check(withoutCardNumber);
const name = storedLine({ max: nameLengthMax });
/**
 * Length limit of the old password, longer than any valid one. So a long wrong password is refused as wrong and not as
 * malformed.
 */
const secretLengthMax = 4096;
const meaning = (description: string) => z.meta({ description });
/** Production has stricter password rules, which the use-case checks (lib/auth/sign-in/passwords.ts). */
const password = verbatim({ min: passwordLengthMin, max: passwordLengthMax }).check(
  meaning(
    "If you lack a scope, tokens granted with a password that you set for another account lack it too, until the owner resets the password.",
  ),
);

const accountParams = z.object({ account_number: identifier(/^[1-9]\d{9}$/) });

const record = z
  .object({
    account_number: z.string(),
    type: z.enum(accountTypes),
    email: z
      .nullable(z.string())
      .check(meaning("Null if another account or member confirmed the address before this one did.")),
    pending_email: z
      .optional(z.string())
      .check(meaning("The new address, until its owner follows the link that we mailed. Absent if there is none.")),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.nullable(z.string()),
    country_code: z.enum(platformCodes),
    verified: z.boolean(),
    created_at: timestamp(),
  })
  .check(z.meta({ id: "Account" }));

const oneAccount = z.object({ message: z.literal("OK"), data: record });
const accounts = { auth: "any", limit: perMinute(5) } as const;
const emailTaken = "Another account or a team member has this email address.";
const sandboxInProduction = "The public sandbox accounts cannot create accounts in production.";

export const createAccountEndpoint = endpoint({
  ...accounts,
  name: "createAccount",
  method: "POST",
  path: "/accounts",
  summary: "Create an account",
  scopes: ["svc-accounts-create"],
  changesAccount: true,
  idempotent: true,
  body: z.object({
    email: address.check(
      meaning(
        "Unconfirmed until its owner follows the link that we mail. Until then, its owner can confirm it for another account.",
      ),
    ),
    first_name: name,
    last_name: name,
    password,
    type: z.optional(oneOf(accountTypes)),
    country_code: z.optional(oneOf(platformCodes)),
    phone: z.optional(phone()),
  }),
  success: {
    status: 201,
    schema: z.object({ message: z.literal("Created"), data: z.object({ account_number: z.string() }) }),
  },
  refusals: { forbidden: sandboxInProduction, conflict: emailTaken },
});

export const retrieveAccountEndpoint = endpoint({
  ...accounts,
  name: "retrieveAccount",
  method: "GET",
  path: "/accounts/{account_number}",
  summary: "Retrieve an account",
  scopes: ["svc-accounts-retrieve"],
  params: accountParams,
  success: { status: 200, schema: oneAccount },
});

export const updateAccountEndpoint = endpoint({
  ...accounts,
  name: "updateAccount",
  method: "PATCH",
  path: "/accounts/{account_number}",
  summary: "Update an account",
  scopes: ["svc-accounts-update"],
  changesAccount: true,
  params: accountParams,
  body: z.object({
    email: z
      .optional(address)
      .check(meaning("A confirmed address stays until the owner of the new one follows the link that we mail.")),
    first_name: z.optional(name),
    last_name: z.optional(name),
    phone: z.optional(phone()),
    password: z.optional(password),
    old_password: z
      .optional(verbatim({ min: 1, max: secretLengthMax }))
      .check(meaning("Required to change the email or password of your own account.")),
  }),
  success: { status: 200, schema: oneAccount },
  refusals: {
    forbidden: "An API key cannot change its own account's email or password.",
    conflict: `${emailTaken} The public sandbox accounts keep theirs.`,
  },
});

export const deleteAccountEndpoint = endpoint({
  ...accounts,
  name: "deleteAccount",
  method: "DELETE",
  path: "/accounts/{account_number}",
  summary: "Delete an account",
  scopes: ["svc-accounts-delete"],
  changesAccount: true,
  params: accountParams,
  success: { status: 200, schema: z.object({ message: z.string() }) },
  refusals: {
    conflict: "The account has a balance, a debt or open payments, or is a public sandbox account.",
  },
});
