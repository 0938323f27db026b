"use client";

import type { ChangeEvent, FocusEvent } from "react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type FieldErrors, type PayField, payFieldNames } from "@/lib/checkout/page/page-contract";
import {
  fixedFields,
  found,
  type Look,
  problemOnLeaving,
  problemsTold,
  refused,
  resolve,
  tellByName,
} from "./field-errors";
import type { Values } from "./pay-fields";

/** What a field does about its own text before anybody judges it. */
export type FieldEvents = {
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
};

/**
 * The form, run by react-hook-form. By itself it would judge fields while people type, and by its own
 * copy of their values; here it asks about the document, and only when a field is left or the form is sent.
 */
export function useFieldErrors(look: () => Look, namedAtFirst: readonly PayField[], follow: (name: PayField) => void) {
  const [errors] = useState(() => tellByName(namedAtFirst));
  const form = useForm<Values>({
    resolver: () => resolve(look()),
    errors,
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });

  const edit = (name: PayField) => {
    follow(name);
    // What a new country asks for is not known yet.
    const asides: PayField[] = name === "country" ? ["state", "zipcode"] : [];
    form.clearErrors([...asides, ...fixedFields(form.getErrors(), look())]);
  };
  const leave = (name: PayField) => {
    follow(name);
    const seen = look();
    form.clearErrors(fixedFields(form.getErrors(), seen));
    const { isDirty: wasEdited, invalid: wasTold } = form.getFieldState(name);
    const problem = problemOnLeaving(name, seen, { wasEdited, wasTold });
    if (problem) form.setError(name, found(problem));
  };
  /** What an input spreads. */
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
  return { told: problemsTold(formState.errors), register, refuse, handleSubmit, clearErrors, setValue, setFocus };
}
