import * as z from "zod/mini";
import { holdsCardNumber, holdsCardNumberBesideTimestamps } from "@/lib/cards/card-data-search";
import { endpoint, perMinute } from "@/lib/http/route/endpoint";
import { email, exactly, flagInAnyCase, line, matching, money, oneOf, text, verbatim } from "@/lib/kit/fields";
import { networkCodes } from "@/lib/reference/card-networks";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";
import { environments, platformCodes } from "@/lib/reference/platforms";
import { checkoutMethods } from "./vocabulary";

/**
 * Old shop plugins still send this payment method. The service shows the full page for it. The documentation does not
 * mention it.
 */
export const legacyMethod = "credit_card";

const emailLengthMax = 50;
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

const cardNumberError = "must not contain a card number.";
const withoutCardNumber = z.refine<string>((value) => !holdsCardNumber(value), { error: cardNumberError });
const withoutCardNumberButTimestamps = z.refine<string>((value) => !holdsCardNumberBesideTimestamps(value), {
  error: cardNumberError,
});

const detail = (lengthMax: number) => line({ max: lengthMax }).check(withoutCardNumber);

/** Describes a field in the OpenAPI document and the docs. */
const meaning = (description: string) => z.meta({ description });

const passThrough = verbatim({ max: dataLengthMax }).check(withoutCardNumberButTimestamps);

/** Fields that payment requests and charges of stored cards share. */
export const orderFields = {
  currency: oneOf(currencies).check(meaning("One that the platform has: GET /plugins/get/currencies.")),
  fee_structure: oneOf(feeStructureCodes).check(meaning("Who pays the processing fee.")),
  order_id: exactly(identifierPattern, { max: orderIdLengthMax, error: identifierError }).check(
    withoutCardNumberButTimestamps,
    meaning("Your order. It may come again after a failure."),
  ),
  response_url: line({ max: responseUrlLengthMax }).check(
    z.meta({ format: "uri", description: "Where the browser comes back to with the result; https in live." }),
  ),
  total: money().check(meaning("What you ask for, within the limits of the currency: GET /transactions/meta.")),
  data: z.optional(passThrough.check(meaning("Comes back unchanged."))),
};

const paymentRequestFields = z.object({
  account_number: matching(/^[1-9]\d{9}$/, { max: 10, error: "must be an account number of 10 digits." }).check(
    z.meta({ type: ["integer", "string"], description: "Yours." }),
  ),
  country_code: oneOf(platformCodes).check(
    meaning("The platform that processes the payment. It says nothing about the customer."),
  ),
  currency: orderFields.currency,
  environment: oneOf(environments).check(meaning("In sandbox no money moves.")),
  fee_structure: orderFields.fee_structure,
  method: oneOf([...checkoutMethods, legacyMethod], checkoutMethods).check(
    z.meta({
      enum: [...checkoutMethods],
      description: "The full page, or the simple one for frames and narrow places.",
    }),
  ),
  order_id: orderFields.order_id,
  origin: exactly(identifierPattern, { max: originLengthMax, error: identifierError }).check(
    withoutCardNumber,
    meaning("A name for your application."),
  ),
  response_url: orderFields.response_url,
  total: orderFields.total,
  /** The email is required unless the request uses the legacy method. `hasEmail` checks this. */
  email: z.optional(
    email({ max: emailLengthMax }).check(withoutCardNumber, meaning("The customer's; not that of your own account.")),
  ),
  data: z.optional(
    passThrough.check(
      z.meta({
        type: ["string", "object", "array"],
        description: "Comes back unchanged. A JSON object or array comes back as compact JSON text.",
      }),
    ),
  ),
  version: z.optional(detail(16).check(meaning("Of your application."))),
  fname: z.optional(detail(30).check(meaning("The customer's first name."))),
  lname: z.optional(detail(30).check(meaning("The customer's last name; needs fname."))),
  name: z.optional(detail(60).check(meaning("Instead of the two: split at its last space."))),
  addr1: z.optional(detail(50).check(meaning("The billing address."))),
  addr2: z.optional(detail(50).check(meaning("Its second line; needs addr1."))),
  city: z.optional(detail(30)),
  state: z.optional(detail(30).check(meaning("Such as US-NY or NY: GET /plugins/get/states."))),
  zipcode: z.optional(detail(10)),
  country: z.optional(
    matching(/^[A-Z]{2}$/, { max: 2, error: "must be a country code of two capital letters." }).check(
      meaning("The customer's billing country."),
    ),
  ),
  /** An incomplete phone number is ignored; it is not an error. */
  phone: z.optional(text().check(meaning("Such as +18685550123; an incomplete one is not used."))),
  avs: z.optional(flagInAnyCase().check(meaning("Whether the page asks for the address and the bank checks it."))),
  card_type: z.optional(oneOf(networkCodes).check(meaning("The network that the page begins with."))),
});

type EmailAndMethod = { email?: string | undefined; method?: string };

const hasEmail = ({ email: given, method }: EmailAndMethod) => given !== undefined || method === legacyMethod;

/**
 * The redirect of a refused request returns the order id and `data` to the shop only if they are well formed and
 * contain no card number.
 */
export const isEchoableOrderId = (value: unknown): value is string => orderFields.order_id.safeParse(value).success;
export const isEchoableData = (value: unknown): value is string => passThrough.safeParse(value).success;

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
  summary: "Request a payment: the answer's url is the hosted checkout page. A browser's form post is redirected there",
  // The rate limit applies to each combination of account and client address. A client address alone has a higher
  // limit.
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
  summary: "The currencies a payment can be requested in, of one platform where country_code is given",
  query: countryQuery,
  success: { status: 200, schema: z.array(z.string()) },
});

export const listEnvironmentsEndpoint = endpoint({
  ...helper,
  name: "listEnvironments",
  path: "/plugins/get/environments",
  summary: "The environments",
  success: { status: 200, schema: z.array(z.string()) },
});

export const listFeeStructuresEndpoint = endpoint({
  ...helper,
  name: "listFeeStructures",
  path: "/plugins/get/fee_structures",
  summary: "Who can pay the processing fee",
  success: { status: 200, schema: z.record(z.string(), z.string()) },
});

export const listStatesEndpoint = endpoint({
  ...helper,
  name: "listStates",
  path: "/plugins/get/states",
  summary: "The states or provinces of a country, by their ISO 3166-2 codes",
  query: z.object({ country_code: line({ max: 2 }) }),
  success: { status: 200, schema: z.record(z.string(), z.string()) },
});
