import { passesLuhn } from "@/lib/kit/luhn";
import { type Brand, type EmulatorCard, usualBehaviour } from "./card-model";
import { declineCodes } from "./iso-codes";

/**
 * Cards that the vendor does not have. A number consists of the prefix of the brand, two digits for the kind, four
 * digits for the value, zeros, and the check digit. 4999 9901 0051 0004 is kind 01 (ISO code) with the value 51.
 */
const prefixes: Record<Exclude<Brand, "JCB">, string> = {
  Visa: "499999",
  MasterCard: "559999",
  Amex: "379999",
  Discover: "659999",
};
type OwnBrand = keyof typeof prefixes;

const kinds = { isoCode: "01", avs: "02", cvv: "03", reversal: "04", special: "09" } as const;

const avsLetters: Record<OwnBrand, string> = {
  Visa: "YDMFABZPNCGIURE",
  MasterCard: "YXAZWNUSR",
  Amex: "YDMFAZNUSREKLOQV",
  Discover: "YXAZTNUS",
};

function ownNumber(brand: OwnBrand, kind: keyof typeof kinds, value: string): string {
  const length = brand === "Amex" ? 15 : 16;
  const digits = `${prefixes[brand]}${kinds[kind]}${value}`.padEnd(length - 1, "0");
  const check = [..."0123456789"].find((digit) => passesLuhn(digits + digit)) ?? "";
  return digits + check;
}

/** `51` is `0051`. A code with a letter takes two digits for each character, and A is 10: `N0` is `2300`. */
function digitsOf(code: string): string {
  if (/^\d+$/.test(code)) return code.padStart(4, "0");
  const characters = [...code.padStart(2, "0")];
  return characters.map((character) => Number.parseInt(character, 36).toString().padStart(2, "0")).join("");
}

type Behaviour = Partial<EmulatorCard> & { description: string };

function ownCard(brand: OwnBrand, kind: keyof typeof kinds, value: string, behaviour: Behaviour): EmulatorCard {
  return {
    number: ownNumber(brand, kind, digitsOf(value)),
    ...usualBehaviour(brand),
    ...behaviour,
  };
}

const declined = Object.entries(declineCodes).map(([isoCode, label]) =>
  ownCard("Visa", "isoCode", isoCode, { isoCode, description: `frictionless, then ${isoCode} (${label})` }),
);

const ownBrands = Object.keys(prefixes) as OwnBrand[];
const addressChecked = ownBrands.flatMap((brand) =>
  [...avsLetters[brand]].map((avs) => ownCard(brand, "avs", avs, { avs, description: `approved, AVS ${avs}` })),
);

const codeChecked = [..."MNPSU"].map((cvv) =>
  ownCard("Visa", "cvv", cvv, { cvv, description: `approved, CVV ${cvv}` }),
);

const irreversible = ["05", "12", "91", "96"].map((code) =>
  ownCard("Visa", "reversal", code, {
    reversalIsoCode: code,
    description: `approved; a void or refund is declined with ${code}`,
  }),
);

const cardholderInfo = "Call Emulator Bank on 0800 000 000 about this payment.";

const special = [
  ownCard("Visa", "special", "01", { status: "U", description: "frictionless, status U, approved" }),
  ownCard("Visa", "special", "02", {
    flow: "challenge",
    cardholderInfo,
    description: "challenge, status Y or N with CardholderInfo, approved after Y",
  }),
  ownCard("Visa", "special", "03", {
    status: "N",
    isoCode: "12",
    cardholderInfo,
    description: "frictionless, status N with CardholderInfo",
  }),
  ownCard("Visa", "special", "04", {
    status: "R",
    isoCode: "12",
    cardholderInfo,
    description: "frictionless, status R with CardholderInfo",
  }),
  ownCard("Visa", "special", "05", { flow: "challenge", status: "U", description: "challenge, status U, approved" }),
  ownCard("Visa", "special", "06", { flow: "none", status: null, isoCode: "05", description: "no 3-D Secure, 05" }),
];

export const ownCards: readonly EmulatorCard[] = [
  ...declined,
  ...addressChecked,
  ...codeChecked,
  ...irreversible,
  ...special,
];
