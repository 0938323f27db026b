import {
  approval,
  cards,
  expect,
  expectRedirect,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

/**
 * What the selectors of countries do while the payer fills in the form. prefill.test.ts and page-texts.http.test.ts
 * have the values that the form starts with, and dialing-country.test.ts has numbers of many countries.
 */
const own = [
  { phone: "+16582221234", country: "JM" },
  { phone: "+5926091234", country: "GY" },
  { phone: "+18686221234", country: "TT" },
  { phone: "+18769221234", country: "JM" },
  { phone: "+12464301234", country: "BB" },
  { phone: "+14734401234", country: "GD" },
];

for (const method of takeTurns().methods()) {
  test(`${method}: a billing country sets its state, its postcode and an unset dialing country, a phone number sets its own country, and neither prevents the payment`, async ({
    page,
    shop,
  }) => {
    const address = { addr1: "1 Main Street", city: "New York", zipcode: "10001", country: "US", state: "NY" };
    const verified = await shop.order({ method, avs: 1, phone: "+5926091234", ...address });
    const prefilled = await openCheckout(page, verified);
    await prefilled.isScripted();
    await test.step("another country clears only the state", async () => {
      const { billingCountry, billingState } = prefilled;
      await expect(prefilled.phoneCountry).toHaveValue("GY");
      await expect(billingState).toHaveValue("US-NY");
      await billingCountry.selectOption("CA");
      await expect(billingState.locator("option", { hasText: "Ontario" })).toBeAttached();
      await expect(billingState).toHaveValue("");
      await expect(prefilled.field("billing address-line1")).toHaveValue("1 Main Street");
      await expect(prefilled.field("billing address-level2")).toHaveValue("New York");
      await expect(prefilled.field("billing postal-code")).toHaveValue("10001");
      await billingCountry.selectOption("US");
      await expect(billingState).toBeVisible();
      await expect(billingState).toHaveValue("");
    });
    await test.step("the postcode is optional in the home countries, required elsewhere, and hidden where there is none", async () => {
      const postcode = prefilled.field("billing postal-code");
      await expect(postcode).toHaveAttribute("required");
      for (const country of ["BB", "GD", "GY", "JM", "TT"]) {
        await prefilled.billingCountry.selectOption(country);
        await expect(postcode).toBeVisible();
        await expect(postcode).not.toHaveAttribute("required");
      }
      await prefilled.billingCountry.selectOption("AW");
      await expect(postcode).toBeHidden();
      await expect(prefilled.billingState).toBeHidden();
      await expect(prefilled.field("billing address-line1")).toHaveValue("1 Main Street");
    });
    await test.step("a payer in the United Kingdom chooses one of four nations, the errors name the fields by their labels, and the payment succeeds", async () => {
      await prefilled.billingCountry.selectOption("US");
      await expect(prefilled.root.getByLabel("ZIP code")).toBeVisible();
      await prefilled.field("billing postal-code").fill("");
      await prefilled.payWith(cards.approved);
      const errors = prefilled.summary.getByRole("link");
      await expect(errors).toHaveText(["Choose your state.", "Enter your ZIP code."]);
      await prefilled.billingCountry.selectOption("GB");
      const nation = prefilled.root.getByLabel("Nation");
      const nations = ["England", "Northern Ireland", "Scotland", "Wales"];
      await expect(nation.locator("option")).toHaveText([words.hints.choose, ...nations]);
      await prefilled.pay.click();
      await expect(errors).toHaveText(["Choose your nation.", "Enter your postcode."]);
      await nation.selectOption("Scotland");
      await prefilled.field("billing postal-code").fill("EH1 1YZ");
      await prefilled.pay.click();
      await expectRedirect(shop, verified, approval());
    });
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    const { billingCountry, phoneCountry } = checkout;
    const phone = checkout.field("tel-national");
    await checkout.isScripted();
    await checkout.openDetails();
    await test.step("a country without a dial code leaves the dialing country to be chosen", async () => {
      await billingCountry.selectOption("AQ");
      await expect(phoneCountry).toHaveValue("");
      await expect(phoneCountry.locator("option:checked")).toHaveText(words.hints.choose);
      await billingCountry.selectOption("BB");
      await expect(phoneCountry).toHaveValue("BB");
    });
    await test.step("the dial code of an unlisted country selects no country, that of a listed one selects it", async () => {
      await phone.pressSequentially("+38343201234");
      await expect(phoneCountry).toHaveValue("");
      for (const { phone: number, country } of isDeep ? own : own.slice(0, 2)) {
        await phone.fill(number);
        await expect(phoneCountry).toHaveValue(country);
      }
    });
    await test.step("a local number selects the country of its code, and an unclear one is not refused", async () => {
      await phoneCountry.selectOption("TT");
      await phone.fill("876 622 1234");
      await expect(phoneCountry).toHaveValue("JM");
      await phone.fill("12");
      await phone.blur();
      await expect(phone).not.toHaveAttribute("aria-invalid");
      await checkout.payWith("4111111111111111");
      await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("success");
    });
  });
}
