"use client";

import {
  type AnimationEvent,
  type ChangeEvent,
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Month } from "@/lib/checkout/card-fields";
import type { Asked, PayField, SessionView } from "@/lib/checkout/page-contract";
import { type Country, dialingCountry } from "./dialing-country";
import { elementOf, findProblems, isPayField, readFields, type Values } from "./pay-fields";
import { type State, useStates } from "./use-states";
import { useTold } from "./use-told";

export type FormSettings = {
  view: SessionView;
  today: Month;
  countries: readonly Country[];
  countriesWithoutPostcodes: readonly string[];
  /** Where the billing address starts, and what that country is divided into. */
  start: { country: string; states: State[] };
  /** The fields that a post without scripts had wrong. */
  fix: readonly PayField[];
};

export type PayFormControl = ReturnType<typeof usePayForm>;

/** Watches over the form: what it asks for, what its fields were told, and what follows from what was typed. */
export function usePayForm({ view, today, countries, countriesWithoutPostcodes, start, fix }: FormSettings) {
  const form = useRef<HTMLFormElement>(null);
  const { follow, ...followed } = useFollowed(form, start.country);
  const { country } = followed;
  const { list, tryAgain } = useStates(country, start);
  const hasPostcodes = !countriesWithoutPostcodes.includes(country);
  const asked: Asked = {
    avs: view.avs,
    email: view.asks_email,
    state: list.states.length > 0,
    zipcode: country !== "" && hasPostcodes,
    today,
  };
  const telling = useTold(() => {
    const values = form.current ? readFields(form.current) : {};
    return { values, problems: findProblems(values, asked) };
  }, fix);

  const read = (name: string) => {
    follow();
    if (form.current) suggestDialingCountry(form.current, name, countries);
  };
  const events = {
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      read(target.name);
      if (isPayField(target.name)) telling.edit(target.name);
    },
    onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
      read(target.name);
      if (isPayField(target.name)) telling.leave(target.name);
    },
    /** Browsers and password managers that fill a field in without a word still restyle it. */
    onAnimationStart: ({ target }: AnimationEvent) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) read(target.name);
    },
  };
  const fill = (values: Values) => {
    const names = Object.keys(values).filter(isPayField);
    for (const name of names) {
      const element = form.current && elementOf(form.current, name);
      if (element) element.value = values[name] ?? "";
    }
    telling.forget(names);
    follow();
  };
  const focus = (name: PayField) => form.current && elementOf(form.current, name)?.focus();

  const states = { stateList: list, tryStatesAgain: tryAgain };
  return { ...telling, ...followed, ...states, ref: form, events, asked, hasPostcodes, fill, focus };
}

/** What the page shows beside the fields follows the fields, however they came to be filled. */
function useFollowed(form: RefObject<HTMLFormElement | null>, countryAtFirst: string) {
  const [number, setNumber] = useState("");
  const [network, setNetwork] = useState<string>();
  const [country, setCountry] = useState(countryAtFirst);
  const [hasMoved, setHasMoved] = useState(false);
  const follow = useCallback(() => {
    const values = form.current ? readFields(form.current) : {};
    setNumber(values.card_number ?? "");
    setNetwork(values.card_network);
    setCountry(values.country ?? "");
    if ((values.country ?? "") !== countryAtFirst) setHasMoved(true);
  }, [form, countryAtFirst]);
  useEffect(follow, [follow]);
  return { number, network, country, hasMoved, follow };
}

/** A number in international form says its country itself; else the address does, while there is neither. */
function suggestDialingCountry(form: HTMLFormElement, changed: string, countries: readonly Country[]): void {
  const select = elementOf(form, "phone_country");
  const { phone = "", phone_country: chosen = "", country = "" } = readFields(form);
  const said = changed === "phone" ? dialingCountry(phone, countries, chosen) : null;
  const suggested = said ?? (changed === "country" && phone === "" && chosen === "" ? country : null);
  if (select && suggested) select.value = suggested;
}
