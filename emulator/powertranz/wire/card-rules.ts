import type { JsonObject } from "@/emulator/base/wire/raw-json";
import { textField } from "@/emulator/base/wire/raw-json";
import type { Brand } from "@/emulator/powertranz/card-model";
import { type Finding, finding, invalid, invalidThreeDS } from "./findings";

type Context = { brand: Brand | null; isThreeDS: boolean; isStored: boolean };

/** Checks the card fields of Source. The gateway does not check the Luhn digit. */
export function checkCard(source: JsonObject, context: Context): Finding[] {
  return [
    ...checkNumber(source, context),
    ...checkExpiry(source),
    ...checkName(source, context),
    ...checkCvv(source, context),
  ];
}

function checkNumber(source: JsonObject, { brand }: Context): Finding[] {
  const number = textField(source, "CardPan") ?? "";
  if (!/^\d{12,19}$/.test(number))
    return [finding("card_number_format", "CardPan is not 12 to 19 digits.", invalid("CardPan"))];
  if (brand) return [];
  const refusal = { isoCode: "12", errorCode: "12", message: "Card brand is not supported" };
  return [finding("brand_not_routed", "CardPan has a brand that is not routed.", refusal)];
}

function checkExpiry(source: JsonObject): Finding[] {
  if (/^\d\d(0[1-9]|1[0-2])$/.test(textField(source, "CardExpiration") ?? "")) return [];
  return [finding("expiry_format", "CardExpiration is not YYMM.", invalid("CardExpiration"))];
}

function checkName(source: JsonObject, { isThreeDS }: Context): Finding[] {
  const name = textField(source, "CardholderName");
  if (!name && !isThreeDS) return [];
  const { length } = [...(name ?? "").trim()];
  if (length >= 2 && length <= 45) return [];
  return [finding("cardholder_name", `CardholderName has ${length} characters.`, invalidThreeDS("CardholderName"))];
}

function checkCvv(source: JsonObject, { brand, isStored }: Context): Finding[] {
  const cvv = textField(source, "CardCvv");
  if (!cvv) return isStored ? [] : [finding("cvv_missing", "CardCvv is missing.")];
  if (!/^\d+$/.test(cvv) || cvv.length !== (brand === "Amex" ? 4 : 3))
    return [finding("cvv_format", "CardCvv has the wrong format for the brand.")];
  if (["000", "999", "0000", "9999"].includes(cvv)) return [finding("cvv_trivial", "CardCvv has a forbidden value.")];
  return [];
}

/** Whether the month of a YYMM date is over. */
export function hasCardExpired(expiry: string, at: number): boolean {
  const year = 2000 + Number(expiry.slice(0, 2));
  const month = Number(expiry.slice(2));
  return Date.UTC(year, month, 1) <= at;
}
