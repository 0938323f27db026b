import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { fieldProblem } from "@/lib/checkout/page/field-rules";
import { type PayField, payFieldNames } from "@/lib/checkout/page/page-fields";
import { actions, openActions } from "@/lib/dashboard/actions";
import { formsOf, shapesOf } from "./contract-fields";

/** Every text field of every endpoint and form refuses card numbers, except those of this list. */
const exempt: Readonly<Record<string, string>> = {
  address: "the redirect inspector reads it and stores nothing",
  bank_account: "a bank account number, stored sealed",
  beneficiary_account_number: "a bank account number, stored sealed",
  code: "a secret, compared and not stored",
  computed: "the redirect inspector reads it and stores nothing",
  confirm_password: "a secret, stored as a hash",
  id_number: "an identity number, stored sealed",
  new_password: "a secret, stored as a hash",
  next: "an address of the dashboard, not stored",
  old_password: "a secret, compared and not stored",
  order_status_url: "an address",
  otp: "a secret, compared and not stored",
  password: "a secret, stored as a hash",
  picture: "a file",
  refresh_token: "a secret, compared and not stored",
  response_url: "an address",
  return_url: "an address",
  search: "compared and not stored",
  start_url: "an address",
  ticket: "a secret, compared and not stored",
  url: "an address",
  "grantToken email": "compared and not stored",
  "sign-in email": "compared and not stored",
  "forgotten email": "compared and not stored",
  "changePhone phone": "only a valid phone number is accepted",
  "createAccount phone": "only a valid phone number is accepted",
  "openPaymentLink phone": "only a valid phone number is accepted",
  "requestPayment phone": "only a valid phone number is stored",
  "updateAccount phone": "only a valid phone number is accepted",
};

const numbers = ["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "4111.1111.1111.1111"];
const values = [
  ...numbers,
  "4111_1111_1111_1111",
  "3782 822463 10005",
  "+378282246310005",
  "Shop 4111 1111 1111 1111",
].flatMap((number) => [number, `X-${number}`, `${number}@example.com`]);

const contracts = formsOf(endpoints, { ...actions, ...openActions });

describe("a card number in a text field", () => {
  it.each(contracts)("is refused by every field of %s that stores text", (name, contract) => {
    const accepting = shapesOf(contract).flatMap((shape) =>
      Object.entries(shape).filter(
        ([field, schema]) =>
          !(field in exempt || `${name} ${field}` in exempt) &&
          values.some((value) => typeof schema.safeParse(value).data === "string"),
      ),
    );
    expect(accepting.map(([field]) => field)).toEqual([]);
  });

  it.each(payFieldNames.filter((name) => !["card_number", "phone"].includes(name)))(
    "is refused by the checkout's %s",
    (name: PayField) => {
      expect(values.filter((value) => fieldProblem(name, value) === undefined)).toEqual([]);
    },
  );

  it("is accepted by no field without a reason: every exempt field exists", () => {
    const known = contracts.flatMap(([name, contract]) =>
      shapesOf(contract).flatMap((shape) => Object.keys(shape).flatMap((field) => [field, `${name} ${field}`])),
    );
    expect(Object.keys(exempt).filter((field) => !known.includes(field))).toEqual([]);
  });
});
