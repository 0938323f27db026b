"use client";

import { type AnimationEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Month } from "@/lib/checkout/page/card-fields";
import type { Asked, PayField } from "@/lib/checkout/page/page-contract";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { type Country, dialingCountry } from "./dialing-country";
import { findProblems, isPayField, readFields, type Values } from "./pay-fields";
import { useFieldErrors } from "./use-field-errors";
import { type State, useStates } from "./use-states";

export type FormSettings = {
  view: SessionView;
  today: Month;
  countries: readonly Country[];
  countriesWithoutPostcodes: readonly string[];
  countriesWithOptionalPostcodes: readonly string[];
  /** Where the billing address starts, and what that country is divided into. */
  start: { country: string; states: State[] };
  /** The fields that a post without scripts had wrong. */
  fix: readonly PayField[];
};

export type PayFormControl = ReturnType<typeof usePayForm>;

/** Watches over the form: what it asks for, what its fields were told, and what follows from what was typed. */
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
    if (suggested !== null) setValue("phone_country", suggested);
  };
  const { setValue, clearErrors, setFocus: focus, ...fields } = useFieldErrors(look, fix, read);

  /** Browsers and password managers that fill a field in without a word still restyle it. */
  const onAnimationStart = ({ target }: AnimationEvent) => {
    const name = target instanceof Element ? (target.getAttribute("name") ?? "") : "";
    if (isPayField(name)) read(name);
  };
  const fill = (values: Values) => {
    const names = Object.keys(values).filter(isPayField);
    for (const name of names) setValue(name, values[name]);
    clearErrors(names);
    follow();
  };

  const network = asked.storedCard ?? followed.network ?? view.card_type ?? undefined;
  const states = { stateList: list, tryStatesAgain: tryAgain };
  return { ...fields, ...followed, ...states, network, ref, onAnimationStart, asked, hasPostcodes, fill, focus };
}

/** What the page shows beside the fields follows the fields, however they came to be filled. */
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

/** A number in international form says its country itself; else the address does, while there is neither. */
function suggestDialingCountry(
  { phone = "", phone_country: chosen = "", country = "" }: Values,
  changed: PayField,
  countries: readonly Country[],
): string | null {
  if (changed === "phone") return dialingCountry(phone, countries, chosen);
  const isDialed = countries.some(({ code, dial }) => code === country && dial !== "");
  return changed === "country" && phone === "" && chosen === "" && isDialed ? country : null;
}
