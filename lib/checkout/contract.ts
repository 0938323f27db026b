import * as z from "zod/mini";
import {
  passThrough,
  storedLine,
  withoutCardNumber,
  withoutCardNumberButTimestamps,
} from "@/lib/http/body/stored-text";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { email, exactly, flagInAnyCase, line, matching, money, oneOf, text } from "@/lib/kit/fields";
import { networkCodes } from "@/lib/reference/card-networks";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";
import { environments, platformCodes } from "@/lib/reference/platforms";
import { checkoutMethods } from "@/lib/reference/stored-values";

/**
 * Old shop plugins still send this payment method. The service shows the full page for it. The documentation does not
 * mention it.
 */
export const legacyMethod = "credit_card";

const emailLengthMax = 50;
const namePartLengthMax = 30;
const orderIdLengthMax = 48;
const originLengthMax = 32;
export const responseUrlLengthMax = 255;
const dataLengthMax = 4096;

/**
 * The fields that the OpenAPI document lists as required. The document omits the legacy method, which does not require
 * `email`.
 */
const requiredFields = [
  "account_number",
  "country_code",
  "currency",
  "environment",
  "fee_structure",
  "method",
  "order_id",
  "origin",
  "response_url",
  "total",
  "email",
] as const;

/**
 * The pattern of order ids and origins in section 2.4 of the interface: letters, digits, `-` and `_`, without `-` or
 * `_` at either end.
 */
const identifierPattern = /^(?![_-])[a-zA-Z0-9_-]+(?<![_-])$/;
const identifierError = "may hold letters, digits, - and _, and must not begin or end with - or _.";

const requestTimestampPattern = /^[1-9]\d{9}$/;
const requestSignaturePattern = /^[0-9a-f]{64}$/;

const detail = (lengthMax: number) => storedLine({ max: lengthMax });

/** Describes a field in the OpenAPI document and the docs. */
const meaning = (description: string) => z.meta({ description });

const data = passThrough({ max: dataLengthMax });

/** Fields that payment requests and charges of stored cards share. */
export const orderFields = {
  currency: oneOf(currencies).check(meaning("A currency of the platform. `GET /plugins/get/currencies` lists them.")),
  fee_structure: oneOf(feeStructureCodes).check(meaning("Who pays the processing fee.")),
  order_id: exactly(identifierPattern, { max: orderIdLengthMax, error: identifierError }).check(
    withoutCardNumberButTimestamps,
    meaning("Your order number. Letters, digits, `-` and `_`. You can use it again after a failure."),
  ),
  response_url: line({ max: responseUrlLengthMax }).check(
    z.meta({ format: "uri", description: "The customer returns here. Must be `https` in live mode." }),
  ),
  total: money().check(
    meaning("Amount before any fee, with at most two decimals. `GET /transactions/meta` lists the limits."),
  ),
  data: z.optional(data.check(meaning("Returned unchanged with the result."))),
};

/** Details of the customer that payment requests and payment links share. */
export const payerFields = {
  addr1: z.optional(detail(50).check(meaning("The billing address."))),
  addr2: z.optional(detail(50).check(meaning("The second line of the address. Requires `addr1`."))),
  city: z.optional(detail(30)),
  state: z.optional(detail(30).check(meaning("For example `US-NY` or `NY`. `GET /plugins/get/states` lists them."))),
  zipcode: z.optional(detail(10)),
  country: z.optional(
    matching(/^[A-Z]{2}$/, { max: 2, error: "must be a country code of two capital letters." }).check(
      meaning("The customer's billing country."),
    ),
  ),
  /** An incomplete phone number is ignored; it is not an error. */
  phone: z.optional(text().check(meaning("For example `+18685550123`. We ignore an incomplete number."))),
};

/** The customer's whole name. */
export const payerName = detail(60);

const paymentRequestFields = z.object({
  account_number: matching(/^[1-9]\d{9}$/, { max: 10, error: "must be an account number of 10 digits." }).check(
    z.meta({ type: ["integer", "string"], description: "Your account number, from the dashboard." }),
  ),
  country_code: oneOf(platformCodes).check(meaning("The platform that processes the payment.")),
  currency: orderFields.currency,
  environment: oneOf(environments).check(meaning("No money moves in the sandbox.")),
  fee_structure: orderFields.fee_structure,
  method: oneOf([...checkoutMethods, legacyMethod], checkoutMethods).check(
    z.meta({
      enum: [...checkoutMethods],
      description: "The full page, or the simple page for frames and narrow places.",
    }),
  ),
  order_id: orderFields.order_id,
  origin: exactly(identifierPattern, { max: originLengthMax, error: identifierError }).check(
    withoutCardNumber,
    meaning("A name for your application. Letters, digits, `-` and `_`."),
  ),
  response_url: orderFields.response_url,
  total: orderFields.total,
  /** The email is required unless the request uses the legacy method. `hasEmail` checks this. */
  email: z.optional(
    email({ max: emailLengthMax }).check(
      withoutCardNumber,
      meaning("Customer's email. The receipt goes to this address. Must differ from your own."),
    ),
  ),
  data: z.optional(
    data.check(
      z.meta({
        type: ["string", "object", "array"],
        description: "Returned unchanged with the result. A JSON object or array is returned as compact JSON text.",
      }),
    ),
  ),
  version: z.optional(detail(16).check(meaning("The version of your application."))),
  fname: z.optional(detail(namePartLengthMax).check(meaning("The customer's first name."))),
  lname: z.optional(detail(namePartLengthMax).check(meaning("The customer's last name. Requires `fname`."))),
  name: z.optional(payerName.check(meaning("Replaces `fname` and `lname`. We split it at the last space."))),
  ...payerFields,
  avs: z.optional(
    flagInAnyCase().check(meaning("With `1`, the page asks for the address and the bank checks it. Default: `0`.")),
  ),
  card_type: z.optional(oneOf(networkCodes).check(meaning("The card network that the page expects at first."))),
  request_timestamp: z.optional(
    exactly(requestTimestampPattern, { max: 13, error: "must be a time in Unix seconds, such as 1794956400." }).check(
      z.meta({
        type: ["integer", "string"],
        description: "When you signed the request, in Unix seconds. Requires `request_signature`.",
      }),
    ),
  ),
  request_signature: z.optional(
    exactly(requestSignaturePattern, { max: 64, error: "must be 64 hex digits in lower case." }).check(
      meaning("Proves that the request is yours. Requires `request_timestamp`."),
    ),
  ),
});

type EmailAndMethod = { email?: string | undefined; method?: string };

const hasEmail = ({ email: given, method }: EmailAndMethod) => given !== undefined || method === legacyMethod;

/**
 * The redirect of a refused request returns the order id and `data` to the shop only if they are well formed and
 * contain no card number.
 */
export const isEchoableOrderId = (value: unknown): value is string => orderFields.order_id.safeParse(value).success;
export const isEchoableData = (value: unknown): value is string => data.safeParse(value).success;

/** The customer's name for the redirect of a refused request: the parts of it that are well formed. */
export function readEchoableName(given: Readonly<Record<string, unknown>>): string {
  const part = (field: "fname" | "lname" | "name") => paymentRequestFields.shape[field].safeParse(given[field]).data;
  const name = [part("fname"), part("lname")].filter(Boolean).join(" ") || (part("name") ?? "");
  // The parts of a card number are well formed, too.
  return detail(2 * namePartLengthMax + 1).safeParse(name).data ?? "";
}

export const paymentRequestBody = paymentRequestFields.check(
  // `when` makes the email check run even if other fields are invalid, so that all errors are listed together.
  z.refine(hasEmail, { error: "field is required.", path: ["email"], when: () => true }),
  z.meta({ required: [...requiredFields] }),
);

/** The answer to an accepted payment request. `url` is the address of the hosted page. */
export const checkoutAnswer = z
  .object({ url: z.string(), message: z.string(), transaction_id: z.string() })
  .check(z.meta({ id: "PaymentAnswer" }));

const paymentRefusal = z
  .object({
    /** The `response_url` with error parameters. Empty if the `response_url` is invalid or the merchant is unknown. */
    url: z.string(),
    message: z.string(),
    transaction_id: z.literal(""),
    errors: z.optional(z.record(z.string(), z.array(z.string()))),
  })
  .check(z.meta({ id: "PaymentRefusal" }));

const open = { auth: "none", scopes: [], under: "origin" } as const;

export const requestPaymentEndpoint = endpoint({
  ...open,
  name: "requestPayment",
  method: "POST",
  path: "/plugins/payments/request",
  summary:
    "Request a payment. Opens a checkout session and returns its URL. No authentication: the account number says who gets paid",
  // For each combination of account and client address. lib/api/payment-sender.ts has the higher limits of an address
  // alone and of requests with a key or a signature, and applies the merchant's own.
  limit: perMinute(120),
  idempotent: true,
  takesMultipart: true,
  jsonText: ["data"],
  cors: true,
  body: paymentRequestBody,
  success: { status: 200, schema: checkoutAnswer },
  refusal: paymentRefusal,
});

const helper = { ...open, method: "GET", limit: perMinute(60), cors: true } as const;
const countryQuery = z.object({ country_code: z.optional(z.string()) });

export const listCurrenciesEndpoint = endpoint({
  ...helper,
  name: "listCurrencies",
  path: "/plugins/get/currencies",
  summary: "List currencies. With country_code, only those of one platform",
  query: countryQuery,
  success: { status: 200, schema: z.array(z.string()) },
});

export const listEnvironmentsEndpoint = endpoint({
  ...helper,
  name: "listEnvironments",
  path: "/plugins/get/environments",
  summary: "List environments",
  success: { status: 200, schema: z.array(z.string()) },
});

export const listFeeStructuresEndpoint = endpoint({
  ...helper,
  name: "listFeeStructures",
  path: "/plugins/get/fee_structures",
  summary: "List fee structures. They say who pays the processing fee",
  success: { status: 200, schema: z.record(z.string(), z.string()) },
});

export const listStatesEndpoint = endpoint({
  ...helper,
  name: "listStates",
  path: "/plugins/get/states",
  summary: "List states. The answer contains the states or provinces of a country with their ISO 3166-2 codes",
  query: z.object({ country_code: line({ max: 2 }) }),
  success: { status: 200, schema: z.record(z.string(), z.string()) },
});
