import { describe, expect, it } from "vitest";
import { groupWithCaret } from "./group-with-caret";

/** `|` is the caret. */
const edit = (marked: string) => ({ value: marked.replace("|", ""), caret: marked.indexOf("|") });
const shown = ({ value, caret }: { value: string; caret: number }) => `${value.slice(0, caret)}|${value.slice(caret)}`;

describe("a card number while it is typed", () => {
  it.each([
    ["the fifth digit begins a group", "41111|", "4111 1|"],
    ["American Express is printed 4-6-5", "378282246310005|", "3782 822463 10005|"],
    ["a paste with hyphens", "4111-1111-1111-1111|", "4111 1111 1111 1111|"],
    ["a digit put into the middle", "4119|1 1111", "4119| 1111 1"],
    ["digits too many stay, to be seen", "5555 5555 5555 44441|", "5555 5555 5555 4444 1|"],
    ["letters are not taken", "4a|", "4|"],
  ])("%s", (_, typed, expected) => {
    expect(shown(groupWithCaret(edit(typed), "", null))).toBe(expected);
  });

  it("takes the digit before a space that was deleted backward", () => {
    expect(shown(groupWithCaret(edit("4111|1"), "4111 1", "backward"))).toBe("411|1");
  });

  it("takes the digit after a space that was deleted forward", () => {
    expect(shown(groupWithCaret(edit("4111|12"), "4111 12", "forward"))).toBe("4111| 2");
  });

  it("deletes a digit in the middle with the caret staying there", () => {
    expect(shown(groupWithCaret(edit("41|1 1111"), "4111 1111", "backward"))).toBe("41|11 111");
  });
});
