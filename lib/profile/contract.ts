import * as z from "zod/mini";
import { passwordLengthMax, passwordLengthMin } from "@/lib/auth/contract";
import { done, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { oneOf, phone, verbatim } from "@/lib/kit/fields";
import { currencies } from "@/lib/reference/currencies";
import { accountTypes, environments, platformCodes } from "@/lib/reference/platforms";

/**
 * Length limit of a repeated password, longer than any valid one. So a long wrong password is refused as wrong and not
 * as malformed.
 */
const secretLengthMax = 4096;

const amount = () => z.string().check(z.meta({ examples: ["10.00"] }));
const balance = z.object({ balance: amount(), currency: z.enum(currencies) });

const balances = z.array(z.object({ currency: z.enum(currencies), balance: amount(), held: amount(), owed: amount() }));
export type BalanceRecord = z.output<typeof balances>[number];

const profile = z
  .object({
    account_number: z.string(),
    account_type: z.enum(accountTypes),
    balances: z.object({
      /** The balance in the currency of the country in which the account was opened. */
      local: balance,
      /** In USD. */
      foreign: balance,
      /** Per currency of the account's platforms: the available balance, the held amount and the debt. */
      all: balances,
    }),
    bank_configured: z.object({ local: z.boolean(), foreign: z.boolean() }),
    country: z.enum(platformCodes),
    email: z
      .nullable(z.string())
      .check(z.meta({ description: "Null if another account or member confirmed the address before this one did." })),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.nullable(z.string()),
    profile_picture: z.nullable(z.string()),
    verified: z.boolean(),
  })
  .check(z.meta({ id: "Profile" }));

export const retrieveProfileEndpoint = endpoint({
  name: "retrieveProfile",
  method: "GET",
  path: "/user/",
  summary:
    "Retrieve the profile. The answer contains the profile of the account, its balances and the state of its bank accounts",
  auth: "any",
  scopes: ["svc-user-retrieve"],
  limit: perMinute(60),
  environment: "chosen",
  query: z.object({ environment: z.optional(oneOf(environments)) }),
  success: ok(profile),
});

const change = { auth: "any", changesAccount: true } as const;

export const changePasswordEndpoint = endpoint({
  ...change,
  name: "changePassword",
  method: "PATCH",
  path: "/user/password",
  summary: "Change the password. This revokes every token of the account",
  scopes: ["svc-user-update"],
  limit: { ...perMinute(3), failing: "closed" },
  body: z.object({
    old_password: verbatim({ max: secretLengthMax }),
    new_password: verbatim({ min: passwordLengthMin, max: passwordLengthMax }),
    confirm_password: verbatim({ max: secretLengthMax }),
  }),
  success: done,
  refusals: {
    forbidden: "An API key cannot change the password.",
    conflict: "The public sandbox accounts keep their password.",
  },
});

export const changePhoneEndpoint = endpoint({
  ...change,
  name: "changePhone",
  method: "PATCH",
  path: "/user/phone",
  summary: "Change the phone number. The number must belong to the country of the home platform",
  scopes: ["svc-user-update"],
  limit: perMinute(5),
  body: z.object({ phone: phone() }),
  success: done,
});
