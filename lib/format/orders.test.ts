import { expect, it } from "vitest";
import { orderOf } from "./orders";

const transaction_id = "01M7F61JK17BWFPG6NYTHBQ2XE";
const payment = { type: "payment", order_id: transaction_id, transaction_id, linkTitle: null } as const;

it("shows the merchant's order, the title of a payment link, a word for a card check, and nothing without an order", () => {
  expect(orderOf({ ...payment, order_id: "A-1042" })).toBe("A-1042");
  expect(orderOf({ ...payment, linkTitle: "Mango chow" })).toBe("Mango chow");
  expect(orderOf(payment)).toBeNull();
  expect(orderOf({ ...payment, type: "card_create" })).toBe("Card check");
});
