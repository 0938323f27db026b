import { emulatorCards } from "@/emulator/cards";
import { dialChoices, dialNumbers, dialSwitches } from "@/emulator/dials";
import { faultEndpoints, faultKinds, forgeries, returnFaultKinds } from "@/emulator/faults";
import type { EmulatorState } from "@/emulator/state";
import { terminals } from "@/emulator/terminals";
import { wireRules } from "@/emulator/violations";
import { type Markup, markup } from "@/lib/kit/markup";
import { table, wideDocument } from "./wide-document";

const listOf = (sentences: Readonly<Record<string, string>>): Markup =>
  table(["Name", "Meaning"], Object.entries(sentences));

/** The current value of each dial, and the meaning of each value. */
function dialTable({ dials }: EmulatorState): Markup {
  const values: Readonly<Record<string, unknown>> = dials;
  const choices = Object.entries(dialChoices).flatMap(([name, meanings]) =>
    Object.entries(meanings).map(([value, meaning]) => [name, value === values[name] ? `${value} ✓` : value, meaning]),
  );
  const others = Object.entries({ ...dialSwitches, ...dialNumbers }).map(([name, meaning]) => [
    name,
    `${values[name]} ✓`,
    meaning,
  ]);
  return table(["Dial", "Value", "Meaning"], [...choices, ...others]);
}

const transactionTable = ({ transactions }: EmulatorState): Markup =>
  table(
    ["Identifier", "Order", "Terminal", "Amount", "Card", "State", "Code", "3DS", "Refunds", "Voids", "Charges"],
    transactions.map((row) => [
      row.transactionIdentifier,
      row.orderIdentifier,
      row.terminal,
      `${row.amount} ${row.currency}`,
      `${row.brand} ${row.lastFour}`,
      row.isSettled ? `${row.state}, settled` : row.state,
      row.isoCode,
      row.authenticationStatus ?? "",
      row.refunds.map(({ amount }) => amount).join(", "),
      row.voidCount,
      row.chargeCount,
    ]),
  );

const terminalTable = (): Markup =>
  table(
    ["PowerTranzId", "Password", "Gateway key", "Currencies", "Country"],
    terminals.map(({ id, password, gatewayKey, currencies, title }) => [
      id,
      password,
      gatewayKey ?? "",
      currencies.join(", "),
      title,
    ]),
  );

const cardTable = (): Markup =>
  table(
    ["Number", "Twin", "Brand", "Behaviour", "CVV", "AVS"],
    emulatorCards.map(({ number, twin, brand, description, cvv, avs }) => [
      number,
      twin ?? "",
      brand,
      description,
      cvv,
      avs,
    ]),
  );

export function controlPage(state: EmulatorState): Markup {
  const violations = state.violations.map(({ at, endpoint, rule, detail }) => [rule, endpoint, detail, at]);
  const faults = state.faults.map(({ endpoint, kind, times, transactionIdentifier, ms }) => [
    kind,
    endpoint,
    times === 0 ? "until removed" : (times ?? 1),
    transactionIdentifier ?? "any",
    ms ?? "",
  ]);
  return wideDocument(
    "PowerTranz emulator",
    markup`<p>The clock reads ${state.clock.now}. The gateway is ${state.down ? `down (${state.down})` : "up"}.
The same data as JSON: <a href="/emulator/state">/emulator/state</a>.</p>
<h2>Transactions</h2>${transactionTable(state)}
<h2>Violations of the protocol</h2>${table(["Rule", "Endpoint", "Detail", "Time"], violations)}
<details><summary>All rules</summary>${listOf(wireRules)}</details>
<h2>Active faults</h2>${table(["Kind", "Endpoint", "Times", "Transaction", "ms"], faults)}
<details><summary>All faults</summary>
<p>Endpoints: ${faultEndpoints.join(", ")}.</p>${listOf(faultKinds)}
<p>Only at the endpoint return:</p>${listOf(returnFaultKinds)}
<p>Values of forge:</p>${listOf(forgeries)}</details>
<h2>Dials</h2>${dialTable(state)}
<h2>Terminals</h2>${terminalTable()}
<h2>Cards</h2>
<p>Any CVV, any expiry in the future. The password of a challenge is 3ds2. Any other card is frictionless with status Y, and approved.</p>
${cardTable()}`,
  );
}
