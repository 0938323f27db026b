import * as z from "zod/mini";
import { checkoutAnswer, orderFields, payerFields, payerName, responseUrlLengthMax } from "@/lib/checkout/contract";
import { looksLikeCardData } from "@/lib/checkout/page/card-fields";
import { pageFields, pageOf } from "@/lib/http/body/paging";
import { storedLine, storedParagraphs } from "@/lib/http/body/stored-text";
import { created, done, endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { flag, identifier, line, moment, money, oneOf, timestamp, wholeNumber, wordList } from "@/lib/kit/fields";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";
import { environments, platformCodes } from "@/lib/reference/platforms";
import { linkFields, linkStates } from "@/lib/reference/stored-values";

/** Payment links are an extension of the interface: a merchant without a shop sells by a page of ours. */

const titleLengthMax = 80;
export const noteLengthMax = 200;
const linkTextLengthMax = 500;
const usesMaxMax = 1_000_000;
const quantityMaxMax = 1_000;
/** Links of an account in one environment that can be paid. */
export const linksMax = 1_000;

/** The optional texts and limits that an update can remove. */
export const clearableFields = [
  "ask",
  "description",
  "thanks",
  "return_url",
  "max_uses",
  "max_quantity",
  "expires_at",
] as const;
export type ClearableField = (typeof clearableFields)[number];

const environment = z.optional(oneOf(environments));
const meaning = (description: string) => z.meta({ description });
const wordsOf = (known: readonly string[], description: string) =>
  z.optional(
    wordList({ max: known.length, of: known }).check(
      z.refine((words) => words.every((word) => known.includes(word)), {
        error: `must be words of ${known.join(", ")}.`,
      }),
      meaning(description),
    ),
  );

const title = storedLine({ max: titleLengthMax }).check(meaning("What you sell. The payer and the receipt see it."));

const amounts = {
  amount: z.optional(money().check(meaning("The price. Leave it out if the payer chooses the amount."))),
  amount_min: z.optional(money().check(meaning("The lowest amount that the payer can choose."))),
  amount_max: z.optional(money().check(meaning("The highest amount that the payer can choose."))),
};

const choices = {
  description: z.optional(storedParagraphs({ max: linkTextLengthMax }).check(meaning("Shown below the title."))),
  fee_structure: z.optional(orderFields.fee_structure),
  ask: wordsOf(linkFields, "What the page asks for. The checkout asks for the email address."),
  thanks: z.optional(storedParagraphs({ max: linkTextLengthMax }).check(meaning("Shown on the receipt page."))),
  return_url: z.optional(
    line({ max: responseUrlLengthMax }).check(
      z.meta({ format: "uri", description: "The payer returns here with the result. Default: our receipt page." }),
    ),
  ),
  max_uses: z.optional(
    wholeNumber({ min: 1, max: usesMaxMax }).check(
      meaning("The stock: how many pieces can be sold. `1` makes a one-time link. Default: without limit."),
    ),
  ),
  max_quantity: z.optional(
    wholeNumber({ min: 2, max: quantityMaxMax }).check(
      meaning("Lets the payer choose a quantity, up to this one. Only with a price. Default: one piece per payment."),
    ),
  ),
  expires_at: z.optional(moment().check(meaning("The link cannot be paid after this time."))),
};

const linkRecord = z
  .object({
    id: z.string(),
    /** The address to share. */
    url: z.string(),
    /** The address as a QR code. */
    qr_svg: z.string(),
    qr_png: z.string(),
    state: z.enum(linkStates),
    environment: z.enum(environments),
    country_code: z.enum(platformCodes),
    currency: z.enum(currencies),
    title: z.string(),
    description: z.nullable(z.string()),
    picture: z.nullable(z.string()),
    /** The price. Null if the payer chooses the amount. */
    amount: z.nullable(z.string()),
    amount_min: z.nullable(z.string()),
    amount_max: z.nullable(z.string()),
    fee_structure: z.enum(feeStructureCodes),
    ask: z.array(z.enum(linkFields)),
    thanks: z.nullable(z.string()),
    return_url: z.nullable(z.string()),
    max_uses: z.nullable(z.int()),
    /** Pieces that were sold or are being paid. Without `max_quantity`, each payment is one piece. */
    uses: z.int(),
    /** The most pieces that one payment can buy. Null if the payer does not choose a quantity. */
    max_quantity: z.nullable(z.int()),
    expires_at: z.nullable(timestamp()),
    created_at: timestamp(),
  })
  .check(z.meta({ id: "PaymentLink" }));

export type LinkRecord = z.output<typeof linkRecord>;

const links = { auth: "any", environment: "chosen", limit: perMinute(60) } as const;
const ofOne = {
  path: "/payment-links/{id}",
  params: z.object({ id: identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/) }),
  query: z.object({ environment }),
} as const;
const one = ok(linkRecord);

export const createLinkEndpoint = endpoint({
  ...links,
  name: "createPaymentLink",
  method: "POST",
  path: "/payment-links",
  summary: "Create a payment link. The answer contains the address to share",
  scopes: ["svc-payment-links-create"],
  idempotent: true,
  query: z.object({ environment }),
  body: z.object({
    environment,
    title,
    country_code: z.optional(oneOf(platformCodes).check(meaning("The platform. Default: the home platform."))),
    currency: orderFields.currency,
    ...amounts,
    ...choices,
  }),
  success: created(linkRecord),
  refusals: { conflict: `The account has ${linksMax} links that can be paid in that environment already.` },
});

export const listLinksEndpoint = endpoint({
  ...links,
  name: "listPaymentLinks",
  method: "GET",
  path: "/payment-links",
  summary: "List payment links. The newest come first",
  scopes: ["svc-payment-links-retrieve"],
  query: z.object({ environment, ...pageFields }),
  success: { status: 200, schema: pageOf(linkRecord) },
});

export const retrieveLinkEndpoint = endpoint({
  ...links,
  ...ofOne,
  name: "retrievePaymentLink",
  method: "GET",
  summary: "Retrieve a payment link",
  scopes: ["svc-payment-links-retrieve"],
  success: one,
});

export const updateLinkEndpoint = endpoint({
  ...links,
  ...ofOne,
  name: "updatePaymentLink",
  method: "PATCH",
  summary: "Update a payment link. With open, it closes the link or opens it again",
  scopes: ["svc-payment-links-update"],
  body: z.object({
    environment,
    title: z.optional(title),
    ...amounts,
    ...choices,
    open: z.optional(flag().check(meaning("`0` closes the link. `1` opens it again."))),
    clear: wordsOf(clearableFields, "Fields to remove."),
  }),
  success: one,
});

export const deleteLinkEndpoint = endpoint({
  ...links,
  ...ofOne,
  name: "deletePaymentLink",
  method: "DELETE",
  summary: "Delete a payment link. Its payments stay",
  scopes: ["svc-payment-links-delete"],
  success: done,
});

const picture = z.optional(z.unknown().check(z.meta({ type: "string", format: "binary" })));
const ofPicture = {
  ...links,
  ...ofOne,
  path: "/payment-links/{id}/picture",
  scopes: ["svc-payment-links-update"],
  success: one,
} as const;

export const setLinkPictureEndpoint = endpoint({
  ...ofPicture,
  name: "setPaymentLinkPicture",
  method: "POST",
  summary: "Add or replace the picture of a payment link",
  takesFiles: true,
  body: z.object({ environment, picture }).check(z.meta({ required: ["picture"] })),
});

export const deleteLinkPictureEndpoint = endpoint({
  ...ofPicture,
  name: "deletePaymentLinkPicture",
  method: "DELETE",
  summary: "Remove the picture of a payment link",
});

/** Payers type these texts, so they are checked as strictly as on the hosted page. */
const withoutCardData = z.refine<string | undefined>((value) => !looksLikeCardData(value ?? ""), {
  error: "must not contain a card number.",
});

/** A payer opens a link. The page's form and programs use the same endpoint. */
export const openLinkEndpoint = endpoint({
  name: "openPaymentLink",
  method: "POST",
  path: "/pay/{slug}",
  under: "origin",
  summary: "Pay with a link. Opens a checkout session and returns its URL",
  auth: "none",
  scopes: [],
  // Many payers of a mobile carrier share one address.
  limit: perMinute(120),
  params: z.object({ slug: identifier(/^[0-9a-hjkmnp-tv-z]{10}$/) }),
  body: z.object({
    amount: z.optional(money().check(meaning("The amount that the payer chose. Ignored if the link has a price."))),
    quantity: z.optional(
      wholeNumber({ min: 1, max: quantityMaxMax }).check(
        meaning("How many pieces the payer buys. Ignored if the link has no `max_quantity`. Default: 1."),
      ),
    ),
    ...payerFields,
    name: z.optional(payerName.check(withoutCardData)),
    addr1: payerFields.addr1.check(withoutCardData),
    addr2: payerFields.addr2.check(withoutCardData),
    city: payerFields.city.check(withoutCardData),
    note: z.optional(
      storedParagraphs({ max: noteLengthMax }).check(withoutCardData, meaning("Returned to the merchant as `data`.")),
    ),
  }),
  success: { status: 200, schema: checkoutAnswer },
  refusals: { gone: "The link is closed, sold out or expired.", not_found: "No such link exists." },
});
