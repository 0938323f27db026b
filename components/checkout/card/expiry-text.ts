import { parseExpiry } from "@/lib/checkout/page/card-fields";

/** Completes the month of an expiry date that is being typed, and adds the slash: `4`, `04` and `12 / 3`. */
export function withSlash(typed: string): string {
  const [, month = "", year = ""] = /^(0[1-9]|1[0-2]|[2-9]|1(?=\D))\D*(\d*)$/.exec(typed) ?? [];
  return month ? `${month.padStart(2, "0")} / ${year}` : typed;
}

/** Rewrites an expiry date as it is printed on cards. Unreadable text stays as it is. */
export function completeExpiry(typed: string): string {
  const read = parseExpiry(typed);
  return read ? `${String(read.month).padStart(2, "0")} / ${String(read.year).slice(-2)}` : typed;
}
