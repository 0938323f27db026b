import type { CheckoutProps } from "../checkout";

/** The ids of the element that React hydrates, and of the JSON that it starts from. */
export const rootId = "checkout";
export const dataId = "checkout-data";

/**
 * The data in the page's JSON. The browser gets the words from a script, and reads the lists of countries and states
 * from the DOM.
 */
export type PageData = Omit<CheckoutProps, "words" | "lists" | "states" | "parts">;
