import { type Json, NumberText } from "./raw-json";

export type AmountReading =
  | { kind: "amount"; minor: bigint }
  | { kind: "missing" | "not_number" | "exponent" | "negative" | "decimals" };

/** Reads an amount in major units from its text. More than two decimals are refused, although the field holds three. */
export function readAmount(value: Json | undefined): AmountReading {
  if (value === undefined || value === null) return { kind: "missing" };
  if (!(value instanceof NumberText)) return { kind: "not_number" };
  if (/e/i.test(value.text)) return { kind: "exponent" };
  if (value.text.startsWith("-")) return { kind: "negative" };
  const [whole = "0", decimals = ""] = value.text.split(".");
  if (decimals.length > 2) return { kind: "decimals" };
  return { kind: "amount", minor: BigInt(whole + decimals.padEnd(2, "0")) };
}

/** `100n` is `1.00`. */
export function formatMinor(minor: bigint): string {
  const digits = minor.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
