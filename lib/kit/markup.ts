/** HTML that is already safe. Build it with the `markup` tag, which escapes every value that is not `Markup`. */
export class Markup {
  constructor(readonly text: string) {}
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

export function markup(parts: TemplateStringsArray, ...values: (string | number | Markup)[]): Markup {
  const filled = values.map((value) => (value instanceof Markup ? value.text : escapeText(String(value))));
  return new Markup(parts.reduce((text, part, index) => text + filled[index - 1] + part));
}

export const emptyMarkup = new Markup("");

export function hiddenFields(fields: Readonly<Record<string, string>>): Markup {
  const inputs = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  );
  return new Markup(inputs.map(({ text }) => text).join(""));
}
