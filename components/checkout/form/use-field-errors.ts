"use client";

import { type ChangeEvent, type FocusEvent, useEffect, useState } from "react";
import { createFormControl } from "react-hook-form";
import { type FieldErrors, type PayField, type PayValues, payFieldNames } from "@/lib/checkout/page/page-fields";
import {
  fixedFields,
  foundError,
  isSameError,
  type Look,
  problemOnLeaving,
  refusedErrors,
  type ShownErrors,
  shownProblems,
  toShownErrors,
  withoutErrors,
} from "./field-errors";

/** Handlers with which a field reformats its own text. They run before validation. */
export type FieldEvents = {
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
};

/**
 * Runs the form with react-hook-form. Two things differ from the library's default. The form validates the values in
 * the DOM instead of the library's copy, because password managers fill in fields without events. It validates only
 * when a field loses focus or the form is submitted: an edit can only clear errors. It uses the library's control
 * without the hook `useForm`, which would make the page larger.
 */
export function useFieldErrors(look: () => Look, atFirst: ShownErrors, follow: (name: PayField) => void) {
  const [form] = useState(() => createFormControl<PayValues>({ ...settings, errors: atFirst }));
  const [errors, setErrors] = useState(atFirst);
  useEffect(() => {
    return form.subscribe({ formState: { errors: true }, callback: (state) => setErrors(state.errors ?? {}) });
  }, [form]);

  /** Replaces the shown errors. Only a difference renders the page again. */
  const show = (next: ShownErrors) => {
    const shown = form.getErrors();
    for (const name of payFieldNames) {
      const error = next[name];
      if (isSameError(shown[name], error)) continue;
      if (error) form.setError(name, error);
      else form.clearErrors(name);
    }
  };
  const edit = (name: PayField) => {
    follow(name);
    const shown = form.getErrors();
    if (!hasAny(shown)) return;
    // Clear errors of state and postcode: the required fields of the new country are not known yet.
    const asides: PayField[] = name === "country" ? ["state", "zipcode"] : [];
    show(withoutErrors(shown, [...asides, ...fixedFields(shown, look())]));
  };
  const leave = (name: PayField) => {
    follow(name);
    const seen = look();
    const shown = form.getErrors();
    const rest = withoutErrors(shown, fixedFields(shown, seen));
    const history = { wasEdited: form.getFieldState(name).isDirty, hadError: rest[name] !== undefined };
    const problem = problemOnLeaving(name, seen, history);
    show(problem && rest[name]?.type !== problem ? { ...rest, [name]: foundError(problem) } : rest);
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
  const refuse = (refusals: FieldErrors) => show({ ...form.getErrors(), ...refusedErrors(refusals, look().values) });
  /** Returns the form's values if they are valid. Otherwise shows all errors and returns null. */
  const check = (): PayValues | null => {
    const { values, problems } = look();
    const found = toShownErrors(problems);
    show(found);
    return hasAny(found) ? null : values;
  };
  const clearErrors = (names: readonly PayField[]) => show(withoutErrors(form.getErrors(), names));

  return {
    problems: shownProblems(errors),
    register,
    refuse,
    check,
    clearErrors,
    setValue: form.setValue,
  };
}

const settings = { mode: "onSubmit", reValidateMode: "onSubmit", shouldFocusError: false } as const;

const hasAny = (shown: ShownErrors): boolean => Object.keys(shown).length > 0;
