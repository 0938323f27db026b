"use client";

import { useRef, useState } from "react";
import type { FieldErrors, PayField, PayValues } from "@/lib/checkout/page/page-fields";
import {
  errorsByName,
  fixedFields,
  type Look,
  problemOnLeaving,
  refusedErrors,
  type ShownErrors,
  shownProblems,
  toShownErrors,
  withoutErrors,
} from "./field-errors";

/**
 * The errors shown at the fields. The form validates the values in the DOM, and only when a field loses focus or the
 * form is submitted. An edit can only clear errors.
 */
export function useFieldErrors(look: () => Look, namedAtFirst: readonly PayField[], follow: (name: PayField) => void) {
  const [shown, setShown] = useState(() => errorsByName(namedAtFirst));
  const edited = useRef(new Set<PayField>());

  const edit = (name: PayField) => {
    edited.current.add(name);
    follow(name);
    if (!hasAny(shown)) return;
    // Clear errors of state and postcode: the required fields of the new country are not known yet.
    const asides: PayField[] = name === "country" ? ["state", "zipcode"] : [];
    const seen = look();
    setShown((now) => withoutErrors(now, [...asides, ...fixedFields(now, seen)]));
  };
  const leave = (name: PayField) => {
    follow(name);
    const seen = look();
    const wasEdited = edited.current.has(name);
    setShown((now) => {
      const rest = withoutErrors(now, fixedFields(now, seen));
      const problem = problemOnLeaving(name, seen, { wasEdited, hadError: rest[name] !== undefined });
      return problem && rest[name]?.problem !== problem ? { ...rest, [name]: { problem } } : rest;
    });
  };
  /** Returns the props that connect an input to the form. */
  const register = (name: PayField) => ({ name, onChange: () => edit(name), onBlur: () => leave(name) });
  const clearErrors = (names: readonly PayField[]) => setShown((now) => withoutErrors(now, names));
  const refuse = (refusals: FieldErrors) => {
    const { values } = look();
    setShown((now) => ({ ...now, ...refusedErrors(refusals, values) }));
  };
  /** Returns the form's values if they are valid. Otherwise shows all errors and returns null. */
  const check = (): PayValues | null => {
    const { values, problems } = look();
    const found = toShownErrors(problems);
    setShown(found);
    return hasAny(found) ? null : values;
  };

  return { problems: shownProblems(shown), register, refuse, check, clearErrors };
}

const hasAny = (shown: ShownErrors): boolean => Object.keys(shown).length > 0;
