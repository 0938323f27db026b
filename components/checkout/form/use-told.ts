"use client";

import { useRef, useState } from "react";
import type { FieldErrors, PayField } from "@/lib/checkout/page-contract";
import type { Values } from "./pay-fields";
import { takeBack, takeBackFixed, tellAll, tellByName, tellFromServer, tellOnLeaving } from "./told-problems";

export type Look = { values: Values; problems: FieldErrors };

/** What each field was told is wrong with it, and when that is said and taken back. */
export function useTold(look: () => Look, namedAtFirst: readonly PayField[]) {
  const edited = useRef(new Set<PayField>());
  const [told, setTold] = useState(tellByName(namedAtFirst));

  const edit = (name: PayField) => {
    edited.current.add(name);
    const seen = look();
    // What the new country asks for is not known yet.
    const asides: PayField[] = name === "country" ? ["state", "zipcode"] : [];
    setTold((last) => takeBackFixed(takeBack(last, asides), seen));
  };
  const leave = (name: PayField) => {
    const seen = look();
    const wasEdited = edited.current.has(name);
    setTold((last) => tellOnLeaving(takeBackFixed(last, seen), name, seen, wasEdited));
  };
  const forget = (names: readonly PayField[]) => setTold((last) => takeBack(last, names));

  /** The values if there is nothing wrong with them; otherwise every field is told, and it is null. */
  const check = (): Values | null => {
    const { values, problems } = look();
    setTold(tellAll(problems));
    return Object.keys(problems).length > 0 ? null : values;
  };
  const refuse = (errors: FieldErrors) => setTold(tellFromServer(errors, look().values));

  return { told, edit, leave, forget, check, refuse };
}
