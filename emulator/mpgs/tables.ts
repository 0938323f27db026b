import type { ControlPageTables, FlowCards } from "@/emulator/base/emulation";
import { bankPassword } from "@/emulator/base/pages/bank-page";
import { emulatorCards, findCard } from "./cards";
import type { ShownOrder } from "./orders";
import { expiryRows } from "./outcomes";
import { profiles, testProfiles } from "./profiles";

const password = `the password of a challenge is ${bankPassword}`;
const others = "Any other card is frictionless, and approved.";
const expiries = expiryRows.map(([expiry, code]) => `${expiry} ${code}`).join(", ");

/** The tables of the control page. */
export const tables: ControlPageTables<ShownOrder> = {
  transactions: {
    heads: ["Order", "Merchant", "Amount", "Card", "State", "3DS", "Refunds", "Voids", "Charges", "Held"],
    row: (order) => [
      order.transactionIdentifier,
      order.terminal,
      `${order.amount} ${order.currency}`,
      `${order.brand} ${order.lastFour}`,
      order.isSettled ? `${order.state}, settled` : order.state,
      order.authenticationStatus ?? "",
      order.refunds.map(({ amount }) => amount).join(", "),
      order.voidCount,
      order.chargeCount,
      order.held,
    ],
  },
  terminals: {
    heads: ["Merchant id", "Password", "Reporting password", "Notification secret", "Currencies", "Country"],
    rows: profiles.map(({ id, password, reportingPassword, notificationSecret, currencies, title }) => [
      ...[id, password, reportingPassword, notificationSecret, currencies.join(", "), title],
    ]),
  },
  cards: {
    heads: ["Number", "Brand", "Behaviour"],
    rows: emulatorCards.map(({ number, brand, description }) => [number, brand, description]),
    hint: `Any security code works, and ${password}. The expiry decides a payment: ${expiries}; any other one is approved. ${others}`,
  },
};

/** What the command prints. */
export const accountLines: readonly string[] = [
  "Test profiles (merchant id, password, reporting password, currencies)",
  ...testProfiles.map(
    ({ id, password, reportingPassword, currencies, title }) =>
      `  ${id}  ${password}  ${reportingPassword}  ${currencies.join(", ")}  ${title}`,
  ),
];

export const flowCards: FlowCards = {
  frictionless: "5555555555000018",
  fingerprint: "4440000042200014",
  challenged: "4440000009900010",
  fingerprintThenChallenge: "5123450000000008",
  unsupported: "5111111111111118",
  unavailable: "5123459999998221",
  noFunds: emulatorCards.find(({ gatewayCode }) => gatewayCode === "INSUFFICIENT_FUNDS")?.number ?? "",
};

export const cardLines: readonly string[] = [
  `Cards (any security code, any expiry in the future; ${password})`,
  ...Object.values(flowCards).map((number) => `  ${number}  ${findCard(number).description}`),
];
