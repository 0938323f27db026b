import * as z from "zod/mini";
import { storedLine, withoutCardNumber } from "@/lib/http/body/stored-text";
import { perMinute } from "@/lib/http/message/endpoint";
import { flag, matching, oneOf, wordList } from "@/lib/kit/fields";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";

/** Checkout settings that are changed in the dashboard only. The forms omit blank fields and unchecked boxes. */

const displayNameLengthMax = 60;
const supportContactLengthMax = 100;

/** With this value, the merchant accepts every fee structure. */
export const anyFeeStructure = "any";

/**
 * A display name contains a letter and nothing that mail programs could turn into a link, because receipts show it to
 * customers.
 */
const displayName = matching(/^(?=.*\p{L})[\p{L}\p{M}\d](?:[\p{L}\p{M}\d '’&+,!()-]|\.(?= |$))*$/u, {
  max: displayNameLengthMax,
  error: "must be a name, and no web address.",
}).check(withoutCardNumber);

const accentColour = matching(/^#[0-9a-fA-F]{6}$/, { max: 7, error: "must be a colour such as #00687a." }).check(
  z.toLowerCase(),
);

export const checkoutSettingsForm = {
  method: "POST",
  path: "/dashboard/checkout-settings",
  limit: perMinute(60),
  body: z.object({
    avs: z.optional(flag()),
    refuses_paid_orders: z.optional(flag()),
    form_posts: z.optional(flag()),
    allows_more_time: z.optional(flag()),
    currencies: z.optional(wordList({ max: currencies.length })),
    support_contact: z.optional(storedLine({ max: supportContactLengthMax })),
    fee_structure: z.optional(oneOf([anyFeeStructure, ...feeStructureCodes])),
  }),
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
} as const;

export const brandingForm = {
  method: "POST",
  path: "/dashboard/branding",
  limit: perMinute(60),
  body: z.object({ display_name: z.optional(displayName), accent_colour: z.optional(accentColour) }),
  success: {
    status: 200,
    schema: z.object({
      message: z.literal("OK"),
      data: z.object({ accent_colour: z.nullable(z.string()), is_corrected: z.boolean() }),
    }),
  },
} as const;

export type CheckoutSettings = z.output<typeof checkoutSettingsForm.body>;
export type Branding = z.output<typeof brandingForm.body>;

const addressesMax = 50;

/** Replaces the lists of hosts and origins; the form always sends both lists completely. */
export const saveAddressesForm = {
  method: "POST",
  path: "/dashboard/addresses",
  limit: perMinute(60),
  body: z.object({
    response_hosts: z.optional(wordList({ max: addressesMax })),
    frame_origins: z.optional(wordList({ max: addressesMax })),
  }),
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
} as const;
