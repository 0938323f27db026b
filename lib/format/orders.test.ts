import { expect, it } from "vitest";
import { orderOf } from "./orders";

const transaction_id = "01M7F61JK17BWFPG6NYTHBQ2XE";

it("shows the merchant's order, a word for a card check, and nothing for a payment without an order", () => {
  expect(orderOf({ type: "payment", order_id: "A-1042", transaction_id })).toBe("A-1042");
  expect(orderOf({ type: "payment", order_id: transaction_id, transaction_id })).toBeNull();
  expect(orderOf({ type: "card_create", order_id: "SB-01M7MZ1FTVDH89TJ7SXF64TAEK", transaction_id })).toBe(
    "Card check",
  );
});
