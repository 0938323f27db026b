import { expect, it } from "vitest";
import { fillIn, fillInOrder } from "./fill-in";

it("fills placeholders and keeps unknown ones", () => {
  expect(fillIn("Pay {amount} to {merchant}", { amount: "TTD 12.05" })).toBe("Pay TTD 12.05 to {merchant}");
});

it.each([
  ["Order {order}", "10482", "Order 10482"],
  ["Order {order}", "order-10482", "order-10482"],
  ["Receipt for order {order}", "ORDER 7", "Receipt for ORDER 7"],
  ["Pedido {order}", "order-7", "Pedido order-7"],
  ["Pedido {order}", "Pedido-7", "Pedido-7"],
])("fills an order id into «%s»: %s becomes %s, without repeating the word", (text, order, expected) => {
  expect(fillInOrder(text, order)).toBe(expected);
});
