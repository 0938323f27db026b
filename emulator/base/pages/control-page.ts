import { faultEndpoints, faultKinds, forgeries, returnFaultKinds } from "@/emulator/base/faults";
import type { EmulatorState } from "@/emulator/base/state";
import { emulatorCards } from "@/emulator/powertranz/cards";
import { dialChoices, dialNumbers, dialSwitches } from "@/emulator/powertranz/dials";
import { terminals } from "@/emulator/powertranz/terminals";
import { wireRules } from "@/emulator/powertranz/violations";
import { Markup, markup } from "@/lib/kit/markup";
import { htmlDocument } from "./document";

const wideStyle = new Markup(`<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1a1a1a }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
code, td:first-child { font-family: ui-monospace, monospace }
summary { cursor: pointer }
</style>`);

type Cell = string | number;

const joinMarkup = (parts: readonly Markup[]) => new Markup(parts.map(({ text }) => text).join("\n"));

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup {
  if (rows.length === 0) return markup`<p>None.</p>`;
  const head = joinMarkup(heads.map((text) => markup`<th scope="col">${text}</th>`));
  const body = joinMarkup(
    rows.map((cells) => markup`<tr>${joinMarkup(cells.map((cell) => markup`<td>${cell}</td>`))}</tr>`),
  );
  return markup`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

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
  return htmlDocument(
    "PowerTranz emulator",
    markup`<h1>PowerTranz emulator</h1>
<p>The clock reads ${state.clock.now}. The gateway is ${state.down ? `down (${state.down})` : "up"}.
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
    wideStyle,
  );
}
