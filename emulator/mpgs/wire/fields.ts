import { brandOf } from "@/emulator/mpgs/cards";
import type { Profile } from "@/emulator/mpgs/profiles";
import type { WireRule } from "@/emulator/mpgs/violations";
import { invalidRequest } from "./errors";
import { broken, type Finding } from "./findings";
import { type Leaves, textAt } from "./leaves";

type Format = { pattern: RegExp; rule: WireRule; isString?: true };

const text: Format = { pattern: /./s, rule: "field_value" };
const oneOf = (...values: string[]): Format => ({ pattern: RegExp(`^(${values.join("|")})$`), rule: "field_value" });
const amount: Format = { pattern: /^\d{1,12}\.\d\d$/, rule: "amount_format", isString: true };
const currency: Format = { pattern: /^[A-Z]{3}$/, rule: "currency_format" };
const url: Format = { pattern: /^https?:\/\/[^\s/]+/i, rule: "url_format" };
const id: Format = { pattern: /^.{1,40}$/, rule: "id_format" };
const wholeNumber: Format = { pattern: /^-?\d+$/, rule: "field_value" };

const card = "sourceOfFunds.provided.card";
const browser = "device.browserDetails";

/** What each field must look like. A list of the operations says which fields they know. */
const formats: Readonly<Record<string, Format>> = {
  apiOperation: text,
  "session.id": text,
  "session.authenticationLimit": { pattern: /^([1-9]|1\d|2[0-5])$/, rule: "authentication_limit" },
  "order.amount": amount,
  "order.currency": currency,
  "order.reference": text,
  "order.notificationUrl": url,
  "transaction.amount": amount,
  "transaction.currency": currency,
  "transaction.reference": text,
  "transaction.source": oneOf("INTERNET", "MERCHANT"),
  "transaction.targetTransactionId": id,
  "sourceOfFunds.type": oneOf("CARD"),
  [`${card}.number`]: { pattern: /^\d{12,19}$/, rule: "card_number_format", isString: true },
  [`${card}.expiry.month`]: { pattern: /^(0[1-9]|1[0-2])$/, rule: "expiry_format", isString: true },
  [`${card}.expiry.year`]: { pattern: /^\d\d$/, rule: "expiry_format", isString: true },
  [`${card}.securityCode`]: { pattern: /^\d{1,4}$/, rule: "security_code_format", isString: true },
  [`${card}.nameOnCard`]: text,
  [`${card}.storedOnFile`]: oneOf("NOT_STORED", "TO_BE_STORED", "STORED"),
  "authentication.acceptVersions": oneOf("3DS2"),
  "authentication.channel": oneOf("PAYER_BROWSER"),
  "authentication.purpose": oneOf("PAYMENT_TRANSACTION"),
  "authentication.challengePreference": oneOf(
    ...["NO_PREFERENCE", "NO_CHALLENGE", "REQUEST_CHALLENGE", "CHALLENGE_MANDATED"],
  ),
  "authentication.redirectResponseUrl": url,
  "authentication.transactionId": id,
  "agreement.id": text,
  "agreement.type": oneOf("RECURRING", "INSTALLMENT", "UNSCHEDULED", "OTHER"),
  "device.browser": text,
  "device.ipAddress": { pattern: /^[\d.]{7,15}$|^[\da-f:.]+$/i, rule: "field_value" },
  [`${browser}.3DSecureChallengeWindowSize`]: oneOf(
    ...["FULL_SCREEN", "WINDOWED_250X400", "WINDOWED_390X400", "WINDOWED_500X600", "WINDOWED_600X400"],
  ),
  [`${browser}.acceptHeaders`]: text,
  [`${browser}.colorDepth`]: wholeNumber,
  [`${browser}.javaEnabled`]: oneOf("true", "false"),
  [`${browser}.language`]: text,
  [`${browser}.screenHeight`]: wholeNumber,
  [`${browser}.screenWidth`]: wholeNumber,
  [`${browser}.timeZone`]: wholeNumber,
  "billing.address.street": text,
  "billing.address.street2": text,
  "billing.address.city": text,
  "billing.address.stateProvince": text,
  "billing.address.postcodeZip": text,
  "billing.address.country": { pattern: /^[A-Z]{3}$/, rule: "country_format" },
  "customer.email": text,
  "customer.phone": { pattern: /^\+\d{1,3} \d{1,14}$/, rule: "field_value" },
  "customer.firstName": text,
  "customer.lastName": text,
};

const under = (...prefixes: string[]): string[] =>
  Object.keys(formats).filter((path) => prefixes.some((prefix) => path.startsWith(`${prefix}.`)));
const payer = under("billing.address", "customer");
const orderAmount = ["order.amount", "order.currency"];
const transactionAmount = ["transaction.amount", "transaction.currency"];
const stored = ["sourceOfFunds.type", `${card}.storedOnFile`];

const payment = {
  required: ["session.id", ...orderAmount, "transaction.source"],
  optional: [
    ...["order.reference", "order.notificationUrl", "transaction.reference", "authentication.transactionId"],
    ...["agreement.id", "agreement.type", ...stored, ...payer],
  ],
};

const operations = {
  createSession: { required: [], optional: ["session.authenticationLimit"] },
  updateSession: {
    required: ["sourceOfFunds.type", `${card}.number`, `${card}.expiry.month`, `${card}.expiry.year`],
    optional: [
      ...["order.amount", "order.currency", "order.reference", `${card}.securityCode`, `${card}.nameOnCard`],
      ...[`${card}.storedOnFile`, ...payer],
    ],
  },
  options: { required: [], optional: [] },
  INITIATE_AUTHENTICATION: {
    required: [
      ...["session.id", "order.currency"],
      ...["authentication.acceptVersions", "authentication.channel", "authentication.purpose"],
    ],
    optional: [
      ...["order.reference", "order.notificationUrl", "transaction.reference", "authentication.challengePreference"],
    ],
  },
  AUTHENTICATE_PAYER: {
    required: [
      ...["session.id", ...orderAmount, "authentication.redirectResponseUrl"],
      ...["device.browser", ...under(browser)],
    ],
    optional: [
      ...["device.ipAddress", "order.reference", "transaction.reference", "authentication.challengePreference"],
      ...payer,
    ],
  },
  PAY: payment,
  AUTHORIZE: payment,
  CAPTURE: { required: transactionAmount, optional: ["transaction.reference"] },
  VOID: { required: ["transaction.targetTransactionId"], optional: ["transaction.reference"] },
  REFUND: { required: transactionAmount, optional: ["transaction.reference"] },
} as const satisfies Record<string, { required: readonly string[]; optional: readonly string[] }>;

export type CheckedOperation = keyof typeof operations;

/** Checks the fields of a body against those that the operation knows. No detail contains a value. */
export function checkFields(operation: CheckedOperation, leaves: Leaves, profile: Profile | null): Finding[] {
  const { required, optional } = operations[operation];
  const known: readonly string[] = ["apiOperation", ...required, ...optional];
  return [
    ...[...leaves.keys()]
      .filter((path) => !known.includes(path))
      .map((path) => broken("unknown_field", `${path.slice(0, 80).replace(/\d{4,}/g, "#")} is not expected.`, path)),
    ...required.filter((path) => !leaves.has(path)).map(missing),
    ...[...leaves].flatMap(([path, leaf]) => {
      const format = formats[path];
      if (!format || !known.includes(path)) return [];
      const isRight = leaf.text !== null && format.pattern.test(leaf.text) && (leaf.isString || !format.isString);
      return isRight ? [] : [broken(format.rule, `${path} has the wrong format.`, path)];
    }),
    ...checkCard(leaves),
    ...(profile ? checkCurrency(leaves, profile) : []),
  ];
}

const missingRules: [start: string, rule: WireRule][] = [
  ["session.", "session_missing"],
  ["device.", "browser_details_incomplete"],
];

function missing(path: string): Finding {
  const [, rule = "field_missing"] = missingRules.find(([start]) => path.startsWith(start)) ?? [];
  return { rule, detail: `${path} is missing.`, answer: invalidRequest(`${path} is missing.`, path, "MISSING") };
}

function checkCard(leaves: Leaves): Finding[] {
  const number = textAt(leaves, `${card}.number`) ?? "";
  const code = textAt(leaves, `${card}.securityCode`);
  const brand = brandOf(number);
  if (!/^\d{12,19}$/.test(number)) return [];
  if (!brand) return [broken("card_number_format", "The gateway does not route the brand.", `${card}.number`)];
  const isRight = code === null || code.length === (brand === "AMEX" ? 4 : 3);
  return isRight ? [] : [broken("security_code_format", "The length is wrong for the brand.", `${card}.securityCode`)];
}

function checkCurrency(leaves: Leaves, { currencies }: Profile): Finding[] {
  return ["order.currency", "transaction.currency"]
    .filter((path) => currency.pattern.test(textAt(leaves, path) ?? ""))
    .filter((path) => !currencies.includes(textAt(leaves, path) ?? ""))
    .map((path) => broken("currency_not_enabled", `${path} is not enabled for the profile.`, path));
}

export function checkIds(params: Readonly<Record<string, string>>): Finding[] {
  return ["order", "transaction"]
    .filter((name) => params[name] !== undefined && !id.pattern.test(params[name]))
    .map((name) => broken("id_format", `The id of the ${name} has ${params[name]?.length} characters.`, `${name}.id`));
}
