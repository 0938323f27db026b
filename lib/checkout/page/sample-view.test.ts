import { expect, it } from "vitest";
import { sampleView } from "./sample-view";

it.each([
  [false, 180_000],
  [true, 300_000],
])("a preview with AVS %s shows the same duration as a real session", (avs, length) => {
  const merchant = { name: "Doubles", support: null, picture: null };
  const view = sampleView({ method: "credit_card_co", environment: "sandbox", merchant, currency: "TTD", avs });
  expect(view).toMatchObject({ remaining_ms: length, duration_ms: length });
});
