"use client";

import { type AnimationEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Month } from "@/lib/checkout/page/card-fields";
import type { Asked, PayField } from "@/lib/checkout/page/page-contract";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { type Country, dialingCountry } from "./dialing-country";
import { findProblems, isPayField, readFields, type Values, writeField } from "./pay-fields";
import { useFieldErrors } from "./use-field-errors";
import { type State, useStates } from "./use-states";

export type FormSettings = {
  view: SessionView;
  today: Month;
  countries: readonly Country[];
  countriesWithoutPostcodes: readonly string[];
  countriesWithOptionalPostcodes: readonly string[];
  /** The initial billing country, and its states or provinces. */
  start: { country: string; states: State[] };
  /** The fields that the server refused when the browser posted the form without JavaScript. */
  fix: readonly PayField[];
};

export type PayFormControl = ReturnType<typeof usePayForm>;

/** The state of the payment form: required fields, shown errors, and values derived from the input. */
export function usePayForm(settings: FormSettings) {
  const { view, today, countries, start, fix } = settings;
  const ref = useRef<HTMLFormElement>(null);
  const { follow, ...followed } = useFollowed(ref, start.country);
  const { country } = followed;
  const { list, tryAgain } = useStates(country, start);
  const hasPostcodes = !settings.countriesWithoutPostcodes.includes(country);
  const asked: Asked = {
    avs: view.avs,
    email: view.asks_email,
    state: list.states.length > 0,
    zipcode: country !== "" && hasPostcodes && !settings.countriesWithOptionalPostcodes.includes(country),
    consent: view.purpose === "card_create",
    storedCard: view.stored_card?.network ?? null,
    cardType: view.card_type,
    today,
  };
  const look = () => {
    const values = ref.current ? readFields(ref.current) : {};
    return { values, problems: findProblems(values, asked) };
  };
  const read = (name: PayField) => {
    follow();
    const suggested = ref.current && suggestDialingCountry(readFields(ref.current), name, countries);
    if (ref.current && suggested !== null) writeField(ref.current, "phone_country", suggested);
  };
  const { clearErrors, ...fields } = useFieldErrors(look, fix, read);

  /** Detects autofill by its CSS animation, because some browsers and password managers emit no input event. */
  const onAnimationStart = ({ target }: AnimationEvent) => {
    const name = target instanceof Element ? (target.getAttribute("name") ?? "") : "";
    if (isPayField(name)) read(name);
  };
  const fill = (values: Values) => {
    const names = Object.keys(values).filter(isPayField);
    for (const name of names) if (ref.current) writeField(ref.current, name, values[name] ?? "");
    clearErrors(names);
    follow();
  };

  const network = asked.storedCard ?? followed.network ?? view.card_type ?? undefined;
  const states = { stateList: list, tryStatesAgain: tryAgain };
  return { ...fields, ...followed, ...states, network, ref, onAnimationStart, asked, hasPostcodes, fill };
}

/** Updates the derived parts of the page, however the fields were filled in. */
function useFollowed(form: RefObject<HTMLFormElement | null>, countryAtFirst: string) {
  const [number, setNumber] = useState("");
  const [network, setNetwork] = useState<string>();
  const [country, setCountry] = useState(countryAtFirst);
  const follow = useCallback(() => {
    const values = form.current ? readFields(form.current) : {};
    setNumber(values.card_number ?? "");
    setNetwork(values.card_network);
    setCountry(values.country ?? "");
  }, [form]);
  useEffect(follow, [follow]);
  return { number, network, country, follow };
}

/** Takes the phone country from an international number, or from the address while both are empty. */
function suggestDialingCountry(
  { phone = "", phone_country: chosen = "", country = "" }: Values,
  changed: PayField,
  countries: readonly Country[],
): string | null {
  if (changed === "phone") return dialingCountry(phone, countries, chosen);
  const isDialed = countries.some(({ code, dial }) => code === country && dial !== "");
  return changed === "country" && phone === "" && chosen === "" && isDialed ? country : null;
}
