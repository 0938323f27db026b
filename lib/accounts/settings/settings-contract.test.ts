import { expect, it } from "vitest";
import { brandingForm, checkoutSettingsForm } from "./settings-contract";

it.each([
  ["display_name", "Ma Pau's 24-7 Café", true],
  ["display_name", "Doubles & Co. (Port of Spain)", true],
  ["display_name", "pay at evil.example", false],
  ["display_name", "https://evil", false],
  ["display_name", "4111 1111 1111 1111", false],
  ["display_name", "a".repeat(61), false],
  ["accent_colour", "#00687A", true],
  ["accent_colour", "teal", false],
  ["accent_colour", "#0687a", false],
  ["accent_colour", "#00687a;}", false],
])("the branding form accepts %s %j: %s", (field, value, isAccepted) => {
  expect(brandingForm.body.safeParse({ [field]: value }).success).toBe(isAccepted);
});

it.each([
  ["any", true],
  ["customer_pay", true],
  ["merchant_absorb", true],
  ["split", true],
  ["customer", false],
  ["SPLIT", false],
])("the checkout form accepts the fee structure %j: %s", (fee_structure, isAccepted) => {
  expect(checkoutSettingsForm.body.safeParse({ fee_structure }).success).toBe(isAccepted);
});
