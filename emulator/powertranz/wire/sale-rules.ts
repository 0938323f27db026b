import {
  isJsonObject,
  type JsonObject,
  NumberText,
  objectField,
  readAmount,
  textField,
} from "@/emulator/base/wire/raw-json";
import { brandOf } from "@/emulator/powertranz/card-model";
import { checkAddress } from "./address-rules";
import { checkCard } from "./card-rules";
import { type Finding, finding, invalid, invalidThreeDS } from "./findings";
import { isGuid } from "./request";

/** Checks the body of a sale or authorization against the wire rules. No detail contains card data. */
export function checkSale(body: JsonObject): Finding[] {
  const isThreeDS = body.get("ThreeDSecure") === true;
  return [
    ...checkIdentifier(body),
    ...checkAmount(body),
    ...checkCurrency(body),
    ...checkSource(body),
    ...checkOptions(body),
    ...(isThreeDS ? checkThreeDS(body) : []),
    ...checkAddresses(body),
  ];
}

export function checkIdentifier(body: JsonObject): Finding[] {
  const identifier = textField(body, "TransactionIdentifier");
  const refusal = invalid("TransactionIdentifier");
  if (!identifier) return [finding("transaction_identifier_missing", "TransactionIdentifier is missing.", refusal)];
  if (isGuid(identifier)) return [];
  return [finding("transaction_identifier_not_guid", "TransactionIdentifier is not a GUID.", refusal)];
}

const amountRules = {
  missing: "amount_missing",
  not_number: "amount_not_number",
  exponent: "amount_format",
  negative: "amount_format",
  decimals: "amount_decimals",
} as const;

export function checkAmount(body: JsonObject): Finding[] {
  const { kind } = readAmount(body.get("TotalAmount"));
  if (kind === "amount") return [];
  return [finding(amountRules[kind], `TotalAmount: ${kind}`, invalid("TotalAmount"))];
}

function checkCurrency(body: JsonObject): Finding[] {
  const currency = textField(body, "CurrencyCode");
  if (currency && /^\d{3}$/.test(currency)) return [];
  return [finding("currency_format", "CurrencyCode is not a string of three digits.", invalid("CurrencyCode"))];
}

function checkSource(body: JsonObject): Finding[] {
  const source = body.get("Source");
  if (!isJsonObject(source)) return [finding("source_missing", "Source is missing.", invalid("Source"))];
  const isStored = body.get("CardOnFile") === true || body.get("Recurring") === true;
  const brand = brandOf(textField(source, "CardPan") ?? "");
  return checkCard(source, { brand, isThreeDS: body.get("ThreeDSecure") === true, isStored });
}

function checkOptions(body: JsonObject): Finding[] {
  const found: Finding[] = [];
  if (body.get("FraudCheck") === true) {
    const refusal = { isoCode: "FC3", errorCode: "1011", message: "Invalid Provider" };
    found.push(finding("fraud_check", "FraudCheck is true.", refusal));
  }
  const order = textField(body, "OrderIdentifier") ?? "";
  if (order.length > 50)
    found.push(finding("order_identifier_length", `${order.length} characters`, invalid("OrderIdentifier")));
  const threeDS = objectField(body, "ExtendedData").get("ThreeDSecure");
  if (isJsonObject(threeDS) && body.get("ThreeDSecure") !== true)
    found.push(finding("three_ds_flag_missing", "ThreeDSecure is not true."));
  return found;
}

function checkThreeDS(body: JsonObject): Finding[] {
  const found: Finding[] = [];
  const extended = objectField(body, "ExtendedData");
  const threeDS = objectField(extended, "ThreeDSecure");
  const size = threeDS.get("ChallengeWindowSize");
  if (size !== undefined && !(size instanceof NumberText && /^[1-5]$/.test(size.text)))
    found.push(finding("challenge_window_size", "ChallengeWindowSize is not a number from 1 to 5."));
  const indicator = threeDS.get("ChallengeIndicator");
  if (indicator !== undefined && !(typeof indicator === "string" && /^0[1-4]$/.test(indicator)))
    found.push(finding("challenge_indicator", "ChallengeIndicator is unknown."));
  const billing = objectField(body, "BillingAddress");
  if (!textField(billing, "EmailAddress") && !textField(billing, "PhoneNumber"))
    found.push(finding("contact_missing", "No email and no phone number", invalidThreeDS("EmailAddress")));
  return [...found, ...checkReturnUrl(extended, threeDS)];
}

function checkReturnUrl(extended: JsonObject, threeDS: JsonObject): Finding[] {
  const url = textField(extended, "MerchantResponseUrl");
  if (threeDS.has("MerchantResponseUrl"))
    return [finding("merchant_response_url_nested", "MerchantResponseUrl is inside ThreeDSecure.")];
  if (!url) return [finding("merchant_response_url_missing", "MerchantResponseUrl is missing.")];
  if (/^https?:\/\/[^\s/]+/i.test(url) && URL.canParse(url)) return [];
  const refusal = { isoCode: "89", errorCode: "89", message: "Invalid callback url" };
  return [finding("merchant_response_url_format", "MerchantResponseUrl is not an address.", refusal)];
}

function checkAddresses(body: JsonObject): Finding[] {
  return ["BillingAddress", "ShippingAddress"].flatMap((title) => checkAddress(title, objectField(body, title)));
}
