/** Replaces the {placeholders} of a text. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Fills in an order id. If the id begins with the word before it, as in `Order order-12`, the word is left out. */
export function fillInOrder(text: string, order: string): string {
  const [, word = ""] = /(\S+) \{order\}/.exec(text) ?? [];
  const isRepeated = word !== "" && order.toLowerCase().startsWith(word.toLowerCase());
  return fillIn(isRepeated ? text.replace(`${word} {order}`, "{order}") : text, { order });
}
