/** The title of a document, from the page to the product: "Transactions · Sandbox Shop · Tradewind". */
export const titled = (...names: readonly string[]): string => [...names, "Tradewind"].join(" · ");
