import { cards, expect, openCheckout, test, words } from "@/tests/support/browser/checkout-page";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

/**
 * The values that the form starts with: rules 1 to 4 of the interface. prefill.test.ts checks the rules with many
 * numbers, so an ordinary run shows one number of each kind on a page.
 */
const firstOf = <T>(all: readonly T[]) => all.filter((_, index) => isDeep || index === 0);

const own = [
  { phone: "+16582221234", country: "JM", national: "6582221234" },
  { phone: "+18686221234", country: "TT", national: "8686221234" },
  { phone: "+18769221234", country: "JM", national: "8769221234" },
  { phone: "+12464301234", country: "BB", national: "2464301234" },
  { phone: "+14734401234", country: "GD", national: "4734401234" },
  { phone: "+5926091234", country: "GY", national: "6091234" },
];

const turns = takeTurns();

for (const method of turns.methods()) {
  test(`${method}: the platform's country_code prefills nothing`, async ({ page, shop }) => {
    for (const [country_code, currency, total] of firstOf([
      ["JM", "JMD", "200.00"],
      ["TT", "TTD", "10.00"],
    ] as const)) {
      const checkout = await openCheckout(page, await shop.order({ method, country_code, currency, total }));
      await checkout.isScripted();
      await expect(checkout.billingCountry).toHaveValue("");
      await expect(checkout.phoneCountry).toHaveValue("");
      await expect(checkout.field("tel-national")).toHaveValue("");
      await expect(checkout.billingState).toBeHidden();
    }
  });
}

for (const method of turns.methods()) {
  test(`${method}: a phone selects its own country, even if others share its dial code, and nothing else`, async ({
    page,
    shop,
  }) => {
    for (const { phone, country, national } of firstOf(own)) {
      const checkout = await openCheckout(page, await shop.order({ method, phone }));
      await checkout.isScripted();
      await expect(checkout.phoneCountry, phone).toHaveValue(country);
      await expect(checkout.field("tel-national")).toHaveValue(national);
      await expect(checkout.billingCountry).toHaveValue("");
    }
  });
}

for (const method of turns.methods()) {
  test(`${method}: an incomplete phone is not prefilled, and the country sets both selectors`, async ({
    page,
    shop,
  }) => {
    for (const phone of firstOf(["6221234", "+1868", "+1868622123456", "nonsense"])) {
      const checkout = await openCheckout(page, await shop.order({ method, phone, country: "BB" }));
      await checkout.isScripted();
      await expect(checkout.phoneCountry).toHaveValue("BB");
      await expect(checkout.field("tel-national")).toHaveValue("");
      await expect(checkout.billingCountry).toHaveValue("BB");
    }
  });
}

for (const method of turns.methods()) {
  test(`${method}: a number of an unlisted country stays complete, selects no country, and can be paid with`, async ({
    page,
    shop,
  }) => {
    const phone = method === "3co_simple" ? "+38343201234" : "+80012345678";
    const order = await shop.order({ method, phone, country: "TT" });
    const checkout = await openCheckout(page, order);
    await checkout.isScripted();
    await expect(checkout.phoneCountry).toHaveValue("");
    await expect(checkout.field("tel-national")).toHaveValue(phone);
    await expect(checkout.field("tel-national")).toBeEditable();
    await checkout.payWith(cards.approved);
    await expect.poll(() => shop.returnsOf(order)[0]?.get("status"), phone).toBe("success");
  });
}

for (const method of turns.methods()) {
  test(`${method}: a country without a dial code sets the billing country alone`, async ({ page, shop }) => {
    const checkout = await openCheckout(page, await shop.order({ method, country: "AQ" }));
    await checkout.isScripted();
    await expect(checkout.billingCountry).toHaveValue("AQ");
    await expect(checkout.phoneCountry).toHaveValue("");
  });
}

for (const method of turns.methods()) {
  test(`${method}: short digits in an address from the shop do not stop the payer`, async ({ page, shop }) => {
    const address = { addr1: "100", addr2: "12", city: "1234", country: "TT", state: "TT-POS" };
    const order = await shop.order({ method, avs: 1, ...address });
    const checkout = await openCheckout(page, order);
    await checkout.payWith(cards.approved);
    await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("success");
  });
}

for (const method of turns.methods()) {
  test(`${method}: a phone and a country each set their own selector, and another country clears only the state`, async ({
    page,
    shop,
  }) => {
    const address = { addr1: "1 Main Street", city: "New York", zipcode: "10001", country: "US", state: "NY" };
    const order = await shop.order({ method, avs: 1, phone: "+5926091234", ...address });
    const checkout = await openCheckout(page, order);
    await checkout.isScripted();
    await expect(checkout.phoneCountry).toHaveValue("GY");
    await expect(checkout.billingCountry).toHaveValue("US");
    await expect(checkout.billingState).toHaveValue("US-NY");
    await checkout.billingCountry.selectOption("CA");
    await expect(checkout.billingState.locator("option", { hasText: "Ontario" })).toBeAttached();
    await expect(checkout.billingState).toHaveValue("");
    await expect(checkout.field("billing address-line1")).toHaveValue("1 Main Street");
    await expect(checkout.field("billing address-level2")).toHaveValue("New York");
    await expect(checkout.field("billing postal-code")).toHaveValue("10001");
    await checkout.billingCountry.selectOption("US");
    await expect(checkout.billingState).toBeVisible();
    await expect(checkout.billingState).toHaveValue("");
    await checkout.billingCountry.selectOption("AW");
    await expect(checkout.billingState).toBeHidden();
    await expect(checkout.field("billing address-line1")).toHaveValue("1 Main Street");
  });
}

test("a number typed in international form selects its country if it is listed, and a chosen country its own dial code", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  await checkout.openDetails();
  await test.step("a country without a dial code leaves the dialing country to be chosen", async () => {
    await checkout.billingCountry.selectOption("AQ");
    await expect(checkout.phoneCountry).toHaveValue("");
    await expect(checkout.phoneCountry.locator("option:checked")).toHaveText(words.hints.choose);
    await checkout.billingCountry.selectOption("BB");
    await expect(checkout.phoneCountry).toHaveValue("BB");
  });
  await test.step("the dial code of an unlisted country selects no country", async () => {
    await checkout.field("tel-national").pressSequentially("+38343201234");
    await expect(checkout.phoneCountry).toHaveValue("");
  });
  await test.step("the dial code of a listed country selects it", async () => {
    for (const { phone, country } of own) {
      await checkout.field("tel-national").fill(phone);
      await expect(checkout.phoneCountry).toHaveValue(country);
    }
  });
});

test("a local number sets the country of its code, and an unclear number never prevents the payment", async ({
  page,
  shop,
}) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  await checkout.openDetails();
  await checkout.field("tel-national").fill("876 622 1234");
  await expect(checkout.phoneCountry).toHaveValue("JM");
  await checkout.field("tel-national").fill("12");
  await checkout.field("tel-national").blur();
  await expect(checkout.field("tel-national")).not.toHaveAttribute("aria-invalid");
  await checkout.payWith("4111111111111111");
  await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("success");
});
