const standardSeconds = 180;
const avsSeconds = 300;

/** How long a customer has: longer where the page asks for the billing address as well. */
export const sessionSeconds = (avs: boolean): number => (avs ? avsSeconds : standardSeconds);
