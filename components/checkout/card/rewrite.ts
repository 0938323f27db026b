import type { Edit } from "./group-with-caret";

/** Replaces the text of an input, if it differs. */
export function rewrite(target: HTMLInputElement, { value, caret }: Edit): void {
  if (value === target.value) return;
  target.value = value;
  // Set the caret only in the focused field: setting it would move the focus to a field that autofill fills in.
  if (document.activeElement === target) target.setSelectionRange(caret, caret);
}
