/** The ids of the element that React hydrates, and of the JSON that it starts from. */
export const rootId = "checkout";
export const dataId = "checkout-data";
