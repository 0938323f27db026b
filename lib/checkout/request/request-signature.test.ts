import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestSignatureOf } from "./request-signature";

const fields = {
  total: "10.50",
  request_timestamp: "1794956400",
  name: "Zoë & Ana",
  data: '{"cart": [1, 2]} ~*-._',
  addr2: "",
  account_number: "1234567890",
  Origin: "x",
};

describe("the signature of a payment request", () => {
  it("covers the fields in the order of their names, as a query string", () => {
    const text =
      "Origin=x&account_number=1234567890&addr2=&data=%7B%22cart%22%3A+%5B1%2C+2%5D%7D+%7E*-._" +
      "&name=Zo%C3%AB+%26+Ana&request_timestamp=1794956400&total=10.50";
    const expected = "f5f0f99e97a4aceef0adf12b8b8722d2fc3f3494e059214b68c7f259323b1362";
    expect(createHmac("sha256", "signing").update(text).digest("hex")).toBe(expected);
    expect(requestSignatureOf(fields, "signing")).toBe(expected);
  });

  it("does not cover itself", () => {
    const signature = requestSignatureOf(fields, "signing");
    expect(requestSignatureOf({ ...fields, request_signature: signature }, "signing")).toBe(signature);
  });

  it("changes with every field that is changed, added or removed, and with the secret", () => {
    const signature = requestSignatureOf(fields, "signing");
    const isOther = (changed: Record<string, string>) => requestSignatureOf(changed, "signing") !== signature;
    const names = Object.keys(fields) as (keyof typeof fields)[];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: "grapheme" }), fc.string(), (name, value, added) => {
        const { [name]: removed, ...rest } = fields;
        fc.pre(value !== removed && !(added in fields) && added !== "request_signature");
        return isOther(rest) && isOther({ ...fields, [name]: value }) && isOther({ ...fields, [added]: value });
      }),
    );
    expect(requestSignatureOf(fields, "other")).not.toBe(signature);
  });
});
