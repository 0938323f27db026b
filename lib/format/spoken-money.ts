import { moneyParts } from "./money";

const names: Readonly<Record<string, string>> = { USD: "US dollars", XCD: "EC dollars" };

/** An amount to read aloud: `45 dollars`, `45 dollars and 50 cents`. Every currency that we take is a dollar. */
export function spokenMoney(money: { amount: string | bigint; currency: string }): string {
  const [whole = "", cents = "00"] = moneyParts(money).number.split(".");
  const name = names[money.currency] ?? "dollars";
  const dollars = `${whole} ${whole === "1" ? name.slice(0, -1) : name}`;
  if (cents === "00") return dollars;
  return `${dollars} and ${Number(cents)} ${cents === "01" ? "cent" : "cents"}`;
}
