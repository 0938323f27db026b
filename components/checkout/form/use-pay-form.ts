"use client";

import { type AnimationEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { digitsOf, type Month } from "@/lib/checkout/page/card-fields";
import { findProblems } from "@/lib/checkout/page/field-rules";
import type { Asked, FormRefusal, PayField, PayValues, Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { refusedNetwork } from "@/lib/reference/card-networks";
import type { Language } from "@/lib/reference/languages";
import { hasPostcodes, requiresPostcode } from "@/lib/reference/places/postcodes";
import { dialingCountries, dialingCountry } from "../places/dialing-country";
import type { PlaceLabels } from "../places/place-labels";
import { type State, useStates } from "../places/use-states";
import { errorsAtFirst } from "./field-errors";
import { isPayField, readFields } from "./pay-fields";
import { isAboutCard } from "./summary";
import { useFieldErrors } from "./use-field-errors";

export type FormSettings = {
  view: SessionView;
  today: Month;
  language: Language;
  prefill: Prefill;
  /** The states or provinces of the initial billing country. */
  states: readonly State[];
  /** The words for state and postcode in that country. */
  placeLabels: PlaceLabels;
  /** Why the server refused the form, if the browser posted it without JavaScript. */
  refused: FormRefusal | null;
  /** The summary of the contact and billing details that the shop sent. */
  given: readonly string[];
};

export type PayFormControl = ReturnType<typeof usePayForm>;

/** The state of the payment form: required fields, shown errors, and values derived from the input. */
export function usePayForm(settings: FormSettings) {
  const { view, today, language, prefill, states, placeLabels: labels, refused } = settings;
  const ref = useRef<HTMLFormElement>(null);
  const { follow, ...followed } = useFollowed(ref, prefill.country);
  const { country } = followed;
  const { list, tryAgain } = useStates(country, language, { country: prefill.country, states, labels });
  const asked: Asked = {
    avs: view.avs,
    email: view.asks_email,
    state: list.states.length > 0,
    zipcode: country !== "" && requiresPostcode(country),
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
    const suggested = ref.current && suggestDialingCountry(ref.current, name);
    if (suggested !== null) setValue("phone_country", suggested);
  };
  const isCodeAsked = view.state === "hosted" && view.notice !== null && isAboutCard(view.notice);
  const { setValue, clearErrors, ...fields } = useFieldErrors(
    look,
    errorsAtFirst(refused?.problems ?? {}, isCodeAsked, prefill),
    read,
  );

  /** Detects autofill by its CSS animation, because some browsers and password managers emit no input event. */
  const onAnimationStart = ({ target }: AnimationEvent) => {
    const name = target instanceof Element ? (target.getAttribute("name") ?? "") : "";
    if (isPayField(name)) read(name);
  };
  const fill = (values: PayValues) => {
    const names = Object.keys(values).filter(isPayField);
    for (const name of names) setValue(name, values[name]);
    clearErrors(names);
    follow();
  };
  /** The page clears the security code after each attempt. */
  const askCodeAgain = () => {
    fill({ cvc: "" });
    fields.refuse({ cvc: "cvc_again" });
  };

  const network = asked.storedCard ?? followed.network ?? refused?.network ?? view.card_type ?? undefined;
  return {
    ...fields,
    ...followed,
    stateList: list,
    tryStatesAgain: tryAgain,
    network,
    refusedNetwork: refusedNetwork(digitsOf(followed.number)) ?? refused?.refusedNetwork ?? "",
    ref,
    onAnimationStart,
    asked,
    hasPostcodes: hasPostcodes(country),
    fill,
    askCodeAgain,
  };
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

/** Takes the phone country from the number, or from the address while both are empty. */
function suggestDialingCountry(form: HTMLFormElement, changed: PayField): string | null {
  if (changed !== "phone" && changed !== "country") return null;
  const { phone = "", phone_country: chosen = "", country = "" } = readFields(form);
  if (changed === "phone") return dialingCountry(phone, dialingCountries(form), chosen);
  if (phone !== "" || chosen !== "") return null;
  return dialingCountries(form).some(({ code }) => code === country) ? country : null;
}
