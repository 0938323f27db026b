import { expect, it } from "vitest";
import { givenLines } from "./given-lines";

const nothing = { card_name: "", email: "", phone: "", address1: "", city: "", country: "" };

it("summarises the contact in one line and the place in another", () => {
  const values = { ...nothing, card_name: "Ada Payer", email: "ada@example.com", city: "Port of Spain", country: "TT" };
  expect(givenLines(values, "Trinidad and Tobago")).toEqual([
    "Ada Payer · ada@example.com",
    "Port of Spain, Trinidad and Tobago",
  ]);
});

it("leaves out what is not given, and shows the phone number without an email", () => {
  expect(givenLines({ ...nothing, phone: "6221234" }, "")).toEqual(["6221234"]);
  expect(givenLines({ ...nothing, card_name: "Ada Payer", country: "BB" }, "Barbados")).toEqual([
    "Ada Payer",
    "Barbados",
  ]);
});

it("has no lines if only the name on the card is given", () => {
  expect(givenLines({ ...nothing, card_name: "Ada Payer" }, "Choose…")).toEqual([]);
});
