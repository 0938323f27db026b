import type { CommonDials, DialWords } from "@/emulator/base/dials";
import type { Emulation, Row } from "@/emulator/base/emulation";
import { deliveryFaultKinds, returnEndpoint, returnFaultKinds } from "@/emulator/base/faults";
import type { EmulatorState } from "@/emulator/base/state";
import type { Kinds } from "@/emulator/base/world";
import { Markup, markup } from "@/lib/kit/markup";
import { htmlDocument } from "./document";

const wideStyle = new Markup(`<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1a1a1a }
table { border-collapse: collapse; width: 100% }
th, td { min-width: 4.5rem; text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1rem }
code, td:first-child { font-family: ui-monospace, monospace }
summary { cursor: pointer }
</style>`);

const joinMarkup = (parts: readonly Markup[]) => new Markup(parts.map(({ text }) => text).join("\n"));

function table(heads: readonly string[], rows: readonly Row[]): Markup {
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
function dialTable(
  { choices, switches, numbers }: DialWords<CommonDials>,
  dials: Readonly<Record<string, unknown>>,
): Markup {
  const choiceRows = Object.entries(choices).flatMap(([name, meanings]) =>
    Object.entries(meanings).map(([value, meaning]) => [name, value === dials[name] ? `${value} ✓` : value, meaning]),
  );
  const others = Object.entries({ ...switches, ...numbers }).map(([name, meaning]) => [
    name,
    `${dials[name]} ✓`,
    meaning,
  ]);
  return table(["Dial", "Value", "Meaning"], [...choiceRows, ...others]);
}

/** A form for each mode, so that it works without scripts. */
const downSwitch = (down: string | null): Markup =>
  down
    ? markup`<form action="/emulator/down" method="POST"><button>Bring it up again</button></form>`
    : markup`<form action="/emulator/down" method="POST">
<button name="mode" value="refuse">Take the gateway down</button></form>`;

export function controlPage<K extends Kinds>(emulation: Emulation<K>, state: EmulatorState<K>): Markup {
  const { title, tables, faults: ownFaults } = emulation;
  const { transactions, terminals, cards } = tables;
  const violations = state.violations.map(({ at, endpoint, rule, detail }) => [rule, endpoint, detail, at]);
  const faults = state.faults.map(({ endpoint, kind, times, transactionIdentifier, ms }) => [
    kind,
    endpoint,
    times === 0 ? "until removed" : (times ?? 1),
    transactionIdentifier ?? "any",
    ms ?? "",
  ]);
  return htmlDocument(
    title,
    markup`<h1>${title}</h1>
<p>The clock reads ${state.clock.now}. The gateway is ${state.down ? `down (${state.down})` : "up"}.
The same data as JSON: <a href="/emulator/state">/emulator/state</a>.</p>
${downSwitch(state.down)}
<h2>Transactions</h2>${table(transactions.heads, state.transactions.map(transactions.row))}
<h2>Violations of the protocol</h2>${table(["Rule", "Endpoint", "Detail", "Time"], violations)}
<details><summary>All rules</summary>${listOf(emulation.rules)}</details>
<h2>Active faults</h2>${table(["Kind", "Endpoint", "Times", "Transaction", "ms"], faults)}
<details><summary>All faults</summary>
<p>Endpoints: ${ownFaults.endpoints.join(", ")}.</p>${listOf({ ...deliveryFaultKinds, ...ownFaults.kinds })}
<p>Only at the endpoint ${returnEndpoint}:</p>${listOf(returnFaultKinds)}
<p>Values of forge:</p>${listOf(ownFaults.forgeries)}</details>
<h2>Dials</h2>${dialTable(emulation.dials, state.dials)}
<h2>Terminals</h2>${table(terminals.heads, terminals.rows)}
<h2>Cards</h2>
<p>${cards.hint}</p>
${table(cards.heads, cards.rows)}`,
    wideStyle,
  );
}
