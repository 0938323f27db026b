import type { ControlPageTables } from "@/emulator/base/emulation";
import { emulatorCards } from "./cards";
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

/** Cards that show the different flows. The control page lists all cards. */
const worthTrying = [
  "4012000000020071",
  "4012000000020006",
  "4012010000020005",
  "4012000000020121",
  "4111111111119999",
];

/** What the command prints. */
export const introduction: readonly string[] = [
  "Terminals (PowerTranzId, password, currencies)",
  ...terminals.map(({ id, password, currencies, gatewayKey, title }) => {
    const key = gatewayKey ? `, gateway key ${gatewayKey}` : "";
    return `  ${id}  ${password.padEnd(12)}  ${currencies.join(", ")}  ${title}${key}`;
  }),
  "",
  "Cards (any CVV, any expiry in the future; the password of a challenge is 3ds2)",
  ...emulatorCards
    .filter(({ number }) => worthTrying.includes(number))
    .map(({ number, description }) => `  ${number}  ${description}`),
];
