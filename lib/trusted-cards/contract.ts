import * as z from "zod/mini";
import { checkoutAnswer, orderFields } from "@/lib/checkout/contract";
import { pageFields, pageOf } from "@/lib/http/body/paging";
import { storedLine } from "@/lib/http/body/stored-text";
import { done, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { money, oneOf, timestamp, uuid } from "@/lib/kit/fields";
import { networkCodes } from "@/lib/reference/card-networks";
import { environments, platformCodes } from "@/lib/reference/platforms";
import { checkoutMethods } from "@/lib/reference/stored-values";

const originLengthMax = 64;

const environment = z.optional(oneOf(environments));
const onPage = {
  method: z.optional(oneOf(checkoutMethods)),
  country_code: z.optional(
    oneOf(platformCodes).check(z.meta({ description: "The platform. Default: the home platform." })),
  ),
};

export const cardRecord = z
  .object({
    uuid: z.string().check(z.meta({ format: "uuid" })),
    card_type: z.enum(networkCodes),
    pan: z.string().check(z.meta({ examples: ["************1111"] })),
    exp_mm: z.string().check(z.meta({ examples: ["04"] })),
    exp_yy: z.string().check(z.meta({ examples: ["31"] })),
    first_name: z.string(),
    last_name: z.nullable(z.string()),
    environment: z.enum(environments),
    verified: z.boolean(),
    /** The time until which the card can be verified. */
    verify_expiry: timestamp(),
  })
  .check(z.meta({ id: "TrustedCard" }));
export type CardRecord = z.output<typeof cardRecord>;

const trustedCards = { auth: "any", environment: "chosen", limit: perMinute(15) } as const;
const ofOne = { params: z.object({ uuid: uuid() }), query: z.object({ environment }) } as const;
const one = ok(cardRecord);

export const createCardEndpoint = endpoint({
  ...trustedCards,
  name: "createTrustedCard",
  method: "POST",
  path: "/trusted-cards/",
  summary:
    "Store a card. The answer contains the URL of the hosted page on which the customer enters the card and agrees to store it",
  scopes: ["svc-trusted-cards-create"],
  idempotent: true,
  query: z.object({ environment }),
  body: z.object({ environment, response_url: orderFields.response_url, ...onPage }),
  success: { status: 200, schema: checkoutAnswer },
});

export const listCardsEndpoint = endpoint({
  ...trustedCards,
  name: "listTrustedCards",
  method: "GET",
  path: "/trusted-cards/",
  summary: "List stored cards. The newest come first",
  scopes: ["svc-trusted-cards-retrieve"],
  query: z.object({ environment, ...pageFields }),
  success: { status: 200, schema: pageOf(cardRecord) },
});

export const retrieveCardEndpoint = endpoint({
  ...trustedCards,
  ...ofOne,
  name: "retrieveTrustedCard",
  method: "GET",
  path: "/trusted-cards/{uuid}",
  summary: "Retrieve a stored card",
  scopes: ["svc-trusted-cards-retrieve"],
  success: one,
});

export const verifyCardEndpoint = endpoint({
  ...trustedCards,
  ...ofOne,
  name: "verifyTrustedCard",
  method: "POST",
  path: "/trusted-cards/{uuid}/verify",
  summary: "Verify a stored card. Send the amount of the micro-charge, which the card holder finds on the statement",
  scopes: ["svc-trusted-cards-verify"],
  body: z.object({ environment, amount: money() }),
  success: one,
  refusals: {
    invalid: "The amount is incorrect. The third wrong amount deletes the card.",
    forbidden: "The card is already verified, the time to verify it is over, or too many amounts were wrong.",
  },
});

export const chargeCardEndpoint = endpoint({
  ...trustedCards,
  ...ofOne,
  name: "chargeTrustedCard",
  method: "POST",
  path: "/trusted-cards/{uuid}/charge",
  summary:
    "Charge a stored card. The answer contains the URL of the hosted page that asks the customer for the security code",
  scopes: ["svc-trusted-cards-charge-request"],
  idempotent: true,
  body: z.object({ environment, ...orderFields, ...onPage, origin: z.optional(storedLine({ max: originLengthMax })) }),
  success: { status: 200, schema: checkoutAnswer },
  refusals: { invalid: "The card is not verified, or has expired." },
});

export const deleteCardEndpoint = endpoint({
  ...trustedCards,
  ...ofOne,
  name: "deleteTrustedCard",
  method: "DELETE",
  path: "/trusted-cards/{uuid}",
  summary: "Delete a stored card. We destroy its number",
  scopes: ["svc-trusted-cards-delete"],
  body: z.object({ environment }),
  success: done,
});
