"use client";

import type { ChangeEvent, FocusEvent } from "react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type FieldErrors, type PayField, payFieldNames } from "@/lib/checkout/page/page-contract";
import {
  errorsByName,
  fixedFields,
  found,
  type Look,
  problemOnLeaving,
  refused,
  resolve,
  shownProblems,
} from "./field-errors";
import type { Values } from "./pay-fields";

/** Handlers with which a field reformats its own text. They run before validation. */
export type FieldEvents = {
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
};

/**
 * Runs the form with react-hook-form. Two things differ from the library's default: the form validates the values in
 * the DOM instead of a copy, and it validates only when a field loses focus or the form is submitted.
 */
export function useFieldErrors(look: () => Look, namedAtFirst: readonly PayField[], follow: (name: PayField) => void) {
  const [errors] = useState(() => errorsByName(namedAtFirst));
  const form = useForm<Values>({
    resolver: () => resolve(look()),
    errors,
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });

  const edit = (name: PayField) => {
    follow(name);
    // Clear errors of state and postcode: the required fields of the new country are not known yet.
    const asides: PayField[] = name === "country" ? ["state", "zipcode"] : [];
    form.clearErrors([...asides, ...fixedFields(form.getErrors(), look())]);
  };
  const leave = (name: PayField) => {
    follow(name);
    const seen = look();
    form.clearErrors(fixedFields(form.getErrors(), seen));
    const { isDirty: wasEdited, invalid: hadError } = form.getFieldState(name);
    const problem = problemOnLeaving(name, seen, { wasEdited, hadError });
    if (problem) form.setError(name, found(problem));
  };
  /** Returns the props that connect an input to react-hook-form. */
  const register = (name: PayField, own: FieldEvents = {}) =>
    form.register(name, {
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        own.onChange?.(event);
        edit(name);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        own.onBlur?.(event);
        leave(name);
      },
    });
  const refuse = (refusals: FieldErrors) => {
    const { values } = look();
    for (const name of payFieldNames) {
      const problem = refusals[name];
      if (problem) form.setError(name, refused(problem, values[name]));
    }
  };

  const { handleSubmit, clearErrors, setValue, setFocus, formState } = form;
  return { problems: shownProblems(formState.errors), register, refuse, handleSubmit, clearErrors, setValue, setFocus };
}
