import { sandbox } from "@/lib/reference/sandbox";
import { cards, expect, openCheckout, test } from "@/tests/support/browser/checkout-page";

/** The fields that the page asks for, by country and by the fields that the request left out. */

test("with AVS the postcode is optional in the home countries, required elsewhere, and hidden where there is none", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order({ avs: 1 }));
  await checkout.isScripted();
  const postcode = checkout.field("billing postal-code");
  for (const country of ["BB", "GD", "GY", "JM", "TT"]) {
    await checkout.billingCountry.selectOption(country);
    await expect(postcode).toBeVisible();
    await expect(postcode).not.toHaveAttribute("required");
  }
  await checkout.billingCountry.selectOption("US");
  await expect(postcode).toHaveAttribute("required");
  await checkout.billingCountry.selectOption("AW");
  await expect(postcode).toBeHidden();
});

test("the merchant's own address is refused where the page asks for the email", async ({ page, shop, watch }) => {
  watch.allow(/status of 400/);
  // The legacy method needs no email in the request.
  const order = await shop.order({ method: "credit_card", email: "" });
  const checkout = await openCheckout(page, order);
  await checkout.field("email").fill(sandbox.merchant.email);
  await checkout.payWith(cards.approved);
  await expect(checkout.summary).toBeFocused();
  await expect(checkout.summary).toContainText("The email must differ from the merchant's own email address.");
  await expect(checkout.field("email")).toHaveAttribute("aria-invalid", "true");
  await checkout.field("email").fill("ada@example.com");
  await expect(checkout.field("email")).not.toHaveAttribute("aria-invalid");
  await checkout.pay.click();
  await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("success");
});
