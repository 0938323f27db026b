import type { ControlPageTables, FlowCards } from "@/emulator/base/emulation";
import type { EmulatorCard } from "./card-model";
import { emulatorCards, findCard } from "./cards";
import { terminals } from "./terminals";
import type { ShownTransaction } from "./transactions";

/** The tables of the control page. */
export const tables: ControlPageTables<ShownTransaction> = {
  transactions: {
    heads: [
      ...["Identifier", "Order", "Terminal", "Amount", "Card", "State"],
      ...["Code", "3DS", "Refunds", "Voids", "Charges"],
    ],
    row: (transaction) => [
      transaction.transactionIdentifier,
      transaction.orderIdentifier,
      transaction.terminal,
      `${transaction.amount} ${transaction.currency}`,
      `${transaction.brand} ${transaction.lastFour}`,
      transaction.isSettled ? `${transaction.state}, settled` : transaction.state,
      transaction.isoCode,
      transaction.authenticationStatus ?? "",
      transaction.refunds.map(({ amount }) => amount).join(", "),
      transaction.voidCount,
      transaction.chargeCount,
    ],
  },
  terminals: {
    heads: ["PowerTranzId", "Password", "Gateway key", "Currencies", "Country"],
    rows: terminals.map(({ id, password, gatewayKey, currencies, title }) => [
      id,
      password,
      gatewayKey ?? "",
      currencies.join(", "),
      title,
    ]),
  },
  cards: {
    heads: ["Number", "Twin", "Brand", "Behaviour", "CVV", "AVS"],
    rows: emulatorCards.map(({ number, twin, brand, description, cvv, avs }) => [
      number,
      twin ?? "",
      brand,
      description,
      cvv,
      avs,
    ]),
    hint: "Any CVV, any expiry in the future. The password of a challenge is 3ds2. Any other card is frictionless with status Y, and approved.",
  },
};

/** The number of the first such Visa card that passes the check digit rule. */
function numberOf(isMeant: (card: EmulatorCard) => boolean): string {
  const card = emulatorCards.find((each) => each.brand === "Visa" && isMeant(each));
  return card?.twin ?? card?.number ?? "";
}

export const flowCards: FlowCards = {
  frictionless: "4012000000020071",
  fingerprint: "4012010000020070",
  challenged: "4012000000020006",
  fingerprintThenChallenge: "4012010000020005",
  unsupported: numberOf(({ flow }) => flow === "none"),
  unavailable: numberOf(({ status, isoCode }) => status === "U" && isoCode === "00"),
  noFunds: numberOf(({ isoCode }) => isoCode === "51"),
};

/** What the command prints. */
export const accountLines: readonly string[] = [
  "Terminals (PowerTranzId, password, currencies)",
  ...terminals.map(({ id, password, currencies, gatewayKey, title }) => {
    const key = gatewayKey ? `, gateway key ${gatewayKey}` : "";
    return `  ${id}  ${password.padEnd(12)}  ${currencies.join(", ")}  ${title}${key}`;
  }),
];

export const cardLines: readonly string[] = [
  "Cards (any CVV, any expiry in the future; the password of a challenge is 3ds2)",
  ...Object.values(flowCards).map((number) => `  ${number}  ${findCard(number).description}`),
];
