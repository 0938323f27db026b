import { passesLuhn } from "@/lib/kit/luhn";
import { failureCodes } from "./outcomes";

export type Brand = "VISA" | "MASTERCARD" | "AMEX" | "DISCOVER";

const patterns: Record<Brand, RegExp> = {
  VISA: /^4\d{12}(\d{3})?(\d{3})?$/,
  MASTERCARD: /^(5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  AMEX: /^3[47]\d{13}$/,
  DISCOVER: /^6(011|4[4-9]\d|5\d\d)\d{12}$/,
};
export const brands = Object.keys(patterns) as Brand[];

/** Null for brands that the gateway does not route. */
export const brandOf = (number: string): Brand | null => brands.find((brand) => patterns[brand].test(number)) ?? null;

/** How 3-D Secure runs. */
export type Flow =
  | "frictionless"
  | "attempted"
  | "challenge"
  | "rejected"
  | "unavailable"
  | "not_enrolled"
  | "initiate_error"
  | "authenticate_error";

export type Behaviour = {
  flow: Flow;
  /** The issuer looks at the browser before it answers. */
  hasMethodPage: boolean;
  /** The result of a challenge that the payer passes. */
  passed: "Y" | "U" | "R";
  /** The issuer passes the payer, although the merchant asks for a challenge. */
  ignoresMandate: boolean;
  /** The answer of the payment. */
  gatewayCode: string;
  /** Another acquirer code than the usual one of the gateway code. */
  acquirerCode: string | null;
  /** The answer of a void or refund. */
  reversalCode: string;
};

export type EmulatorCard = Behaviour & { number: string; brand: Brand; description: string };

const usual: Behaviour = {
  flow: "frictionless",
  hasMethodPage: false,
  passed: "Y",
  ignoresMandate: false,
  gatewayCode: "APPROVED",
  acquirerCode: null,
  reversalCode: "APPROVED",
};

const flowWords: Record<Flow, string> = {
  frictionless: "frictionless",
  attempted: "attempted",
  challenge: "challenge",
  rejected: "3-D Secure rejected",
  unavailable: "3-D Secure unavailable",
  not_enrolled: "no 3-D Secure",
  initiate_error: "error in INITIATE_AUTHENTICATION",
  authenticate_error: "error in AUTHENTICATE_PAYER",
};

/** After these, no payment follows. */
const endings: readonly Flow[] = ["rejected", "initiate_error", "authenticate_error"];

function card(number: string, changes: Partial<Behaviour>, description?: string): EmulatorCard {
  const behaviour = { ...usual, ...changes };
  const { hasMethodPage, flow, gatewayCode } = behaviour;
  const payment = gatewayCode === "APPROVED" ? "approved" : gatewayCode;
  const words = [hasMethodPage && "method page", flowWords[flow], !endings.includes(flow) && payment];
  return {
    ...behaviour,
    number,
    brand: brandOf(number) ?? "VISA",
    description: description ?? words.filter(Boolean).join(", "),
  };
}

type Row = [number: string, flow: Flow, hasMethodPage?: true];

/** The vendor's test cards. */
const vendorRows: readonly Row[] = [
  ["5123450000000008", "challenge", true],
  ["2223000000000007", "challenge", true],
  ["4440000009900010", "challenge"],
  ["371881733404002", "challenge"],
  ["5123456789012346", "frictionless", true],
  ["5555555555000018", "frictionless"],
  ["4440000042200014", "frictionless", true],
  ["371881887105009", "frictionless", true],
  ["5500005555555559", "attempted"],
  ["4440000042200022", "attempted"],
  ["5506900140100503", "rejected"],
  ["5210760000000004", "initiate_error"],
  ["5455031257390496", "authenticate_error"],
  ["5123459999998221", "unavailable"],
  ["5111111111111118", "not_enrolled"],
];

const vendorCards = vendorRows.map(([number, flow, hasMethodPage = false]) => card(number, { flow, hasMethodPage }));

/**
 * Cards that the vendor does not have. A number consists of the prefix 488888, two digits for the kind, four digits for
 * the value, zeros, and the check digit.
 */
function ownCard(kind: string, value: number, changes: Partial<Behaviour>, description?: string): EmulatorCard {
  const digits = `488888${kind}${String(value).padStart(4, "0")}000`;
  const check = [..."0123456789"].find((digit) => passesLuhn(digits + digit)) ?? "";
  return card(digits + check, changes, description);
}

const ownCards = [
  ...failureCodes.map((gatewayCode, index) => ownCard("01", index + 1, { gatewayCode })),
  ...["14", "61", "N7", "D12"].map((acquirerCode, index) =>
    ownCard(
      "02",
      index + 1,
      { gatewayCode: "DECLINED", acquirerCode },
      `frictionless, declined, acquirer code ${acquirerCode}`,
    ),
  ),
  ownCard("04", 1, { reversalCode: "DECLINED" }, "frictionless, approved; voids and refunds are declined"),
  ownCard("09", 1, { ignoresMandate: true }, "frictionless, also if a challenge is mandated, approved"),
  ownCard("09", 2, { flow: "challenge", gatewayCode: "DECLINED" }),
  ownCard("09", 3, { flow: "challenge", passed: "U" }, "challenge that ends with status U, approved"),
  ownCard("09", 4, { flow: "challenge", passed: "R" }, "challenge that ends with status R"),
  ownCard("09", 5, { flow: "unavailable" }),
  ownCard("09", 6, { flow: "not_enrolled", gatewayCode: "DECLINED" }),
];

/** Every card with a behaviour of its own. Any other card is frictionless without a method page, and approved. */
export const emulatorCards: readonly EmulatorCard[] = [...vendorCards, ...ownCards];

const cardsByNumber = new Map(emulatorCards.map((each) => [each.number, each]));

export const findCard = (number: string): EmulatorCard => cardsByNumber.get(number) ?? card(number, {});
