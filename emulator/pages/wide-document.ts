import { Markup, markup } from "@/lib/kit/markup";

const style = new Markup(`<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1a1a1a }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
code, td:first-child { font-family: ui-monospace, monospace }
summary { cursor: pointer }
fieldset { border: 0; margin: 0 0 1rem; padding: 0 }
input, select, button { font: inherit }
button { padding: .5rem 1.5rem }
</style>`);

/** A page for developers: wide, with tables. */
export function wideDocument(title: string, body: Markup): Markup {
  return markup`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${style}</head>
<body>
<h1>${title}</h1>
${body}
</body></html>`;
}

type Cell = string | number | Markup;

const joinMarkup = (parts: readonly Markup[]) => new Markup(parts.map(({ text }) => text).join("\n"));

export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup {
  if (rows.length === 0) return markup`<p>None.</p>`;
  const head = joinMarkup(heads.map((text) => markup`<th scope="col">${text}</th>`));
  const body = joinMarkup(
    rows.map((cells) => markup`<tr>${joinMarkup(cells.map((cell) => markup`<td>${cell}</td>`))}</tr>`),
  );
  return markup`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}
