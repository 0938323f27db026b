"use client";

import { type RefObject, useId } from "react";
import { Reference, SummaryBox, type SummaryItem, SummaryLinks } from "@/components/ui/form/error-summary";
import { Notice } from "@/components/ui/notice";
import type { Refused } from "./send-form";

type Props = { refusal: Refused; form: HTMLFormElement | null; boxRef: RefObject<HTMLElement | null> };

/** Why a form was refused, above its fields: all wrong fields with links to them, or one sentence. */
export function FormRefusal({ refusal, form, boxRef }: Props) {
  const titleId = useId();
  const { title, message, reference, errors } = refusal;
  const items = itemsOf(form, errors);
  const head = items.length > 0 ? countOf(items.length) : title;
  if (!head) {
    return (
      <div ref={boxRef as RefObject<HTMLDivElement>} tabIndex={-1} data-testid="form-problem">
        <Notice tone="danger">{message}</Notice>
      </div>
    );
  }
  return (
    <SummaryBox {...{ boxRef, titleId }} title={head} testId="form-problem">
      {items.length > 0 ? <SummaryLinks onChoose={focusField} items={items} /> : <p>{message}</p>}
      {reference && <Reference>{reference}</Reference>}
    </SummaryBox>
  );
}

const countOf = (count: number) => `Please check ${count === 1 ? "one field" : `${count} fields`}`;

/** The errors of the fields that the form shows, in the order of the fields. */
function itemsOf(form: HTMLFormElement | null, errors: Refused["errors"]): SummaryItem[] {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  return fields.flatMap(({ id, dataset: { field = "" } }) => {
    const text = errors[field];
    return text === undefined ? [] : [{ id, text }];
  });
}

/** Moves the focus to the message, and opens the folds around wrong fields, so that links can reach them. */
export function showRefusal(form: HTMLFormElement | null, box: HTMLElement | null): void {
  for (const field of form?.querySelectorAll("[aria-invalid], [data-invalid]") ?? []) {
    field.closest("details")?.setAttribute("open", "");
  }
  box?.focus();
}

const inputs = "input:not([type=hidden]), select, textarea";

/** Focuses a field, or the first field of a group. */
function focusField(id: string): void {
  const field = document.getElementById(id);
  const input = field?.matches(inputs) ? field : field?.querySelector<HTMLElement>(`:is(${inputs}, button)`);
  input?.focus();
}
