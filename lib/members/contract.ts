import * as z from "zod/mini";
import { createAccountEndpoint } from "@/lib/accounts/contract";
import { passwordLengthMax, passwordLengthMin } from "@/lib/auth/contract";
import { perMinute } from "@/lib/http/route/endpoint";
import { email, line, oneOf, verbatim } from "@/lib/kit/fields";
import { accountTypes, platformCodes } from "@/lib/reference/platforms";

/** How somebody comes to be known to the dashboard, comes in, and leaves. */

const emailLengthMax = 255;
const memberNameLengthMax = 60;
const nextLengthMax = 500;
const ticketLengthMax = 100;
/** Longer than any password or code of ours: such a one is simply wrong. */
const secretLengthMax = 4096;

/** Where the browser goes on to. */
export const onward = { status: 200, schema: z.object({ message: z.literal("OK"), next: z.string() }) } as const;
export const memberDone = { status: 200, schema: z.object({ message: z.literal("OK") }) } as const;

export const emailField = email({ max: emailLengthMax });
export const secretField = verbatim({ min: 1, max: secretLengthMax });
const newPassword = verbatim({ min: passwordLengthMin, max: passwordLengthMax });
const ticket = line({ max: ticketLengthMax });
/** What was asked for before the sign-in. Anything but a page of the dashboard is not gone to (lib/dashboard/next-page.ts). */
const next = z.optional(line({ max: nextLengthMax }));

/** Where passwords, codes and tickets are tried, or mail is asked for. */
export const guarded = { method: "POST", limit: { ...perMinute(5), failing: "closed" } } as const;

export const signInForm = {
  ...guarded,
  path: "/dashboard/sign-in",
  body: z.object({ email: emailField, password: secretField, next }),
  success: onward,
} as const;

export const secondFactorForm = {
  ...guarded,
  path: "/dashboard/second-factor",
  body: z.object({ code: secretField, next }),
  success: onward,
} as const;

export const signOutForm = {
  method: "POST",
  path: "/dashboard/sign-out",
  limit: perMinute(60),
  success: onward,
} as const;

const { email: address, first_name, last_name } = createAccountEndpoint.body.shape;

/** Without a password: it is chosen by whoever proves to read the mail. */
export const signUpForm = {
  ...guarded,
  path: "/dashboard/sign-up",
  body: z.object({
    email: address,
    first_name,
    last_name,
    type: oneOf(accountTypes),
    country_code: oneOf(platformCodes),
  }),
  success: memberDone,
} as const;

export const confirmForm = {
  ...guarded,
  path: "/dashboard/confirm",
  body: z.object({ ticket, password: newPassword }),
  success: onward,
} as const;

export const confirmEmailForm = {
  ...guarded,
  path: "/dashboard/confirm-email",
  body: z.object({ ticket }),
  success: onward,
} as const;

export const forgottenForm = {
  ...guarded,
  path: "/dashboard/forgotten",
  body: z.object({ email: emailField }),
  success: memberDone,
} as const;

export const resetForm = {
  ...guarded,
  path: "/dashboard/reset",
  body: z.object({ ticket, new_password: newPassword, confirm_password: secretField }),
  success: onward,
} as const;

export const joinForm = {
  ...guarded,
  path: "/dashboard/join",
  body: z.object({ ticket, name: line({ max: memberNameLengthMax }), password: newPassword }),
  success: onward,
} as const;
