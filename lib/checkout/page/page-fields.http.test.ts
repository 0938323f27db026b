import { beforeAll, describe, expect, inject, it } from "vitest";
import { statesOf } from "@/lib/reference/places/subdivisions";
import { call } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  cardFields,
  newShop,
  openCheckout,
  pay,
  rowOf,
  type Shop,
} from "@/tests/support/http/payments";

/** Checks of form fields that only the server can do. */
const { roomy } = inject("product");
const approved = "4111111111111111";
let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const errorsOf = async (token: string, fields: Record<string, string>) => {
  const { status, body } = await act(token, "pay", { json: cardFields(approved, fields) });
  return { status, errors: (body as { errors?: unknown }).errors };
};

describe("an email that the page asks for", () => {
  const withoutEmail = () => openCheckout(shop.accountNumber, { method: "credit_card", email: undefined });

  it("the payer's email must differ from the merchant's own address, ignoring case", async () => {
    const { token } = await withoutEmail();
    for (const email of [shop.email, ` ${shop.email.toUpperCase()} `]) {
      expect(await errorsOf(token, { email })).toEqual({ status: 400, errors: { email: "email_of_merchant" } });
    }
    expect((await pay(token, approved, { email: "ada@example.com" })).body.money).toBe("charged");
  });

  it("the payer's email may be another merchant's address", async () => {
    const other = await newShop();
    const { token, transactionId } = await withoutEmail();
    expect((await pay(token, approved, { email: other.email })).body.money).toBe("charged");
    expect((await rowOf(transactionId)).email).toBe(other.email);
  });

  it("an email that replaces the one of the request must also differ from the merchant's own", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    expect(await errorsOf(token, { email: shop.email })).toMatchObject({ errors: { email: "email_of_merchant" } });
  });

  it("neither the page nor any answer contains the merchant's email address", async () => {
    const { token } = await withoutEmail();
    const page = await call(roomy, "GET", `/checkout/${token}`, { headers: asBrowser });
    const refusal = await act(token, "pay", { json: cardFields(approved, { email: shop.email }) });
    for (const { text } of [page, refusal, await act(token, "state")]) expect(text).not.toContain(shop.email);
  });
});

describe("with AVS", () => {
  const address = (country: string) => ({
    country,
    address1: "100",
    city: "1234",
    ...(statesOf(country)[0] && { state: statesOf(country)[0]?.code ?? "" }),
  });
  const withAvs = () => openCheckout(shop.accountNumber, { avs: 1 });

  it.each(["BB", "GD", "GY", "JM", "TT"])(
    "with AVS an address in %s needs no postcode, and a given one is stored",
    async (country) => {
      const first = await withAvs();
      expect((await pay(first.token, approved, address(country))).body.money).toBe("charged");
      expect(await rowOf(first.transactionId)).toMatchObject({ country, zipcode: null });
      const second = await withAvs();
      await pay(second.token, approved, { ...address(country), zipcode: "12345" });
      expect(await rowOf(second.transactionId)).toMatchObject({ country, zipcode: "12345" });
    },
  );

  it("with AVS an address in another country with postcodes needs one", async () => {
    const { token } = await withAvs();
    expect(await errorsOf(token, address("US"))).toEqual({ status: 400, errors: { zipcode: "required" } });
  });
});

it("an address of short digits that the payment request accepts can be charged", async () => {
  const { token, transactionId } = await openCheckout(shop.accountNumber, { addr1: "100", city: "1234" });
  expect((await pay(token, approved, { address1: "100", city: "1234" })).body.money).toBe("charged");
  expect(await rowOf(transactionId)).toMatchObject({ address1: "100", city: "1234" });
});

it("a card number is refused in every text field, and short digits only in the name on the card", async () => {
  const { token } = await openCheckout(shop.accountNumber, { avs: 1 });
  const names = ["card_name", "address1", "address2", "city"];
  const filled = (value: string) => ({ country: "AW", ...Object.fromEntries(names.map((name) => [name, value])) });
  const refused = Object.fromEntries(names.map((name) => [name, "card_data_here"]));
  expect(await errorsOf(token, filled("5555 5555 5555 4444"))).toEqual({ status: 400, errors: refused });
  expect(await errorsOf(token, filled("123"))).toEqual({ status: 400, errors: { card_name: "card_data_here" } });
});
