import type { CheckoutMethod } from "./generated/enums";

const wireMethods = {
  credit_card_co: "credit_card_co",
  three_co_simple: "3co_simple",
} as const satisfies Record<CheckoutMethod, string>;

/**
 * Prisma cannot name an enum value that starts with a digit, and returns a substitute name instead of the stored value.
 * Stores pass each row with a `method` through this function, so that the rest of the code sees the wire value.
 */
export function withWireMethod<Row extends { method: CheckoutMethod }>(
  row: Row,
): Omit<Row, "method"> & { method: (typeof wireMethods)[CheckoutMethod] } {
  return { ...row, method: wireMethods[row.method] };
}
