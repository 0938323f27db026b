import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { identifier, oneOf } from "@/lib/kit/fields";
import { platformCodes } from "@/lib/reference/platforms";

/** The largest number of payment requests per minute that an operator can allow an account. */
export const requestLimitMax = 100_000;

const accountNumber = identifier(/^[1-9]\d{9}$/);

const form = {
  method: "POST",
  limit: perMinute(60),
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
} as const;

export const verifyAccountForm = {
  ...form,
  path: "/dashboard/operator/verify",
  body: z.object({ account_number: accountNumber }),
} as const;

export const enableLiveForm = {
  ...form,
  path: "/dashboard/operator/live-enable",
  body: z.object({ account_number: accountNumber, platform: oneOf(platformCodes) }),
} as const;

export const unlockAccountForm = {
  ...form,
  path: "/dashboard/operator/unlock",
  body: z.object({ account_number: accountNumber }),
} as const;
