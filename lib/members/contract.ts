import * as z from "zod/mini";
import { createAccountEndpoint } from "@/lib/accounts/contract";
import { brandingForm } from "@/lib/accounts/settings/settings-contract";
import { passwordLengthMax, passwordLengthMin } from "@/lib/auth/contract";
import { storedLine } from "@/lib/http/body/stored-text";
import { perMinute } from "@/lib/http/message/endpoint";
import { email, line, oneOf, verbatim } from "@/lib/kit/fields";
import { accountTypes, platformCodes } from "@/lib/reference/platforms";

/** Dashboard forms for signing up, in and out. */

const emailLengthMax = 255;
const memberNameLengthMax = 60;
const nextLengthMax = 500;
const ticketLengthMax = 100;
/** Longer than any valid password or code, so that a long wrong value gets the same answer as a short one. */
const secretLengthMax = 4096;

/** `next`: the page that the browser opens next. */
const onward = { status: 200, schema: z.object({ message: z.literal("OK"), next: z.string() }) } as const;
export const memberDone = { status: 200, schema: z.object({ message: z.literal("OK") }) } as const;

export const emailField = email({ max: emailLengthMax });
export const secretField = verbatim({ min: 1, max: secretLengthMax });
const newPassword = verbatim({ min: passwordLengthMin, max: passwordLengthMax });
const ticket = line({ max: ticketLengthMax });
/** The page requested before the sign-in. lib/dashboard/next-page.ts accepts only pages of the dashboard. */
const next = z.optional(line({ max: nextLengthMax }));

/** Rate limit for forms that check a password, code or ticket, or send mail. */
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

/** The sign-up form has no password: `confirmForm` sets it after the email address is confirmed. */
export const signUpForm = {
  ...guarded,
  path: "/dashboard/sign-up",
  body: z.object({
    email: address,
    first_name,
    last_name,
    /** The name that customers see. Without it, they see the account's own. */
    display_name: brandingForm.body.shape.display_name,
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
  body: z.object({ ticket, name: storedLine({ max: memberNameLengthMax }), password: newPassword }),
  success: onward,
} as const;
