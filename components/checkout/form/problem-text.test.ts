import { describe, expect, it } from "vitest";
import type { FieldErrors } from "@/lib/checkout/page/page-fields";
import { type Language, languageCodes } from "@/lib/reference/languages";
import { placeLabels } from "../places/place-labels";
import { wordsOf } from "../words/words-of";
import { problemText } from "./problem-text";

function textsOf(problems: FieldErrors, country: string, language: Language = "en") {
  const stateList = { states: [], labels: placeLabels(country, language), status: "ready" as const };
  const form = { problems, number: "", network: undefined, refusedNetwork: "", stateList };
  return Object.keys(problems).map((name) => problemText(form, name as keyof FieldErrors, wordsOf(language)));
}

describe("the error of a field", () => {
  it("asks for the field by its own label, which depends on the country", () => {
    const missing = { state: "required", zipcode: "required" } as const;
    expect(textsOf(missing, "US")).toEqual(["Choose your state.", "Enter your ZIP code."]);
    expect(textsOf(missing, "CA")).toEqual(["Choose your province.", "Enter your postal code."]);
    expect(textsOf(missing, "GB")).toEqual(["Choose your nation.", "Enter your postcode."]);
    expect(textsOf({ zipcode: "too_long" }, "US")).toEqual(["ZIP code: use fewer characters."]);
  });

  it("asks to choose where the field is a list, also after a wrong value", () => {
    const wrong = { card_network: "network_required", country: "country_invalid", state: "state_invalid" } as const;
    expect(textsOf(wrong, "BB")).toEqual(["Choose your card network.", "Choose your country.", "Choose your parish."]);
    expect(textsOf({ phone_country: "required", state: "card_data_here" }, "BB")).toEqual([
      "Choose your country code.",
      "Parish: never enter a card number or security code here.",
    ]);
  });

  it("asks for the consent in a sentence of its own", () => {
    expect(textsOf({ consent: "required" }, "")).toEqual([wordsOf("en").problems.consent]);
  });

  it("keeps the label's capitals only where the language needs them", () => {
    const missing = { card_number: "required", state: "required", zipcode: "required" } as const;
    expect(languageCodes.map((language) => textsOf(missing, "US", language))).toEqual([
      ["Enter your card number.", "Choose your state.", "Enter your ZIP code."],
      ["Complete el campo número de tarjeta.", "Elija una opción en el campo estado.", "Complete el campo código ZIP."],
      [
        "Renseignez le champ numéro de carte.",
        "Choisissez une option dans le champ État.",
        "Renseignez le champ code ZIP.",
      ],
      ["Vul uw kaartnummer in.", "Kies uw staat.", "Vul uw ZIP-code in."],
      ["Preencha o campo número do cartão.", "Escolha uma opção no campo estado.", "Preencha o campo código ZIP."],
    ]);
  });
});
