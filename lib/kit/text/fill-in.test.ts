import { expect, it } from "vitest";
import { fillIn } from "./fill-in";

it("fills placeholders and keeps unknown ones", () => {
  expect(fillIn("Pay {amount} to {merchant}", { amount: "TTD 12.05" })).toBe("Pay TTD 12.05 to {merchant}");
});
