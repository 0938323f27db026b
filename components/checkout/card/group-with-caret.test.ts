import { describe, expect, it } from "vitest";
import { groupWithCaret } from "./group-with-caret";

/** In these tests, `|` marks the position of the caret. */
const edit = (marked: string) => ({ value: marked.replace("|", ""), caret: marked.indexOf("|") });
const shown = ({ value, caret }: { value: string; caret: number }) => `${value.slice(0, caret)}|${value.slice(caret)}`;

describe("a card number while it is typed", () => {
  it.each([
    ["begins a group with the fifth digit", "41111|", "4111 1|"],
    ["groups American Express 4-6-5", "378282246310005|", "3782 822463 10005|"],
    ["removes the hyphens of a paste", "4111-1111-1111-1111|", "4111 1111 1111 1111|"],
    ["groups again after a digit in the middle", "4119|1 1111", "4119| 1111 1"],
    ["keeps surplus digits visible", "5555 5555 5555 44441|", "5555 5555 5555 4444 1|"],
    ["drops letters", "4a|", "4|"],
  ])("%s", (_, typed, expected) => {
    expect(shown(groupWithCaret(edit(typed), "", null))).toBe(expected);
  });

  it("deletes the digit before a space that was deleted backward", () => {
    expect(shown(groupWithCaret(edit("4111|1"), "4111 1", "backward"))).toBe("411|1");
  });

  it("deletes the digit after a space that was deleted forward", () => {
    expect(shown(groupWithCaret(edit("4111|12"), "4111 12", "forward"))).toBe("4111| 2");
  });

  it("keeps the caret in place when a digit in the middle is deleted", () => {
    expect(shown(groupWithCaret(edit("41|1 1111"), "4111 1111", "backward"))).toBe("41|11 111");
  });
});
