import { digitsOf } from "@/lib/checkout/page/card-fields";
import { groupDigits } from "@/lib/reference/card-networks";

export type Edit = { value: string; caret: number };

/** Whether the edit deleted the character before the caret or the one after it. Null for other edits. */
export type Deletion = "backward" | "forward" | null;

/**
 * Groups the digits of a card number as printed on cards. The caret stays behind the same digit. If the customer
 * deletes only the space between two groups, the digit next to it is deleted too: otherwise the key would have no
 * effect.
 */
export function groupWithCaret(edit: Edit, before: string, deletion: Deletion): Edit {
  let digits = digitsOf(edit.value);
  let behind = digitsOf(edit.value.slice(0, edit.caret)).length;
  if (deletion && digits !== "" && digits === digitsOf(before)) {
    if (deletion === "backward" && behind > 0) behind -= 1;
    digits = digits.slice(0, behind) + digits.slice(behind + 1);
  }
  const value = groupDigits(digits);
  return { value, caret: placeAfter(value, behind) };
}

function placeAfter(grouped: string, digitCount: number): number {
  let place = 0;
  for (let seen = 0; seen < digitCount && place < grouped.length; place++) if (grouped[place] !== " ") seen++;
  return place;
}
