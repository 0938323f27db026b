import { expect, it } from "vitest";
import { supportOf } from "./merchant-view";

it.each([
  ["help@shop.example", "mailto:help@shop.example"],
  ["+1 868 555-0123", "tel:+18685550123"],
  ["(868) 555.0123", "tel:8685550123"],
  ["https://shop.example/help?from=pay", "https://shop.example/help?from=pay"],
  ["shop.example/help", "https://shop.example/help"],
  ["http://shop.example", null],
  ["javascript:alert(1)", null],
  ["Ask at the till", null],
  ["12", null],
])("the support contact %j links to %j", (text, href) => {
  expect(supportOf(text)).toEqual({ text, href });
});
