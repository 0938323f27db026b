import { describe, expect, it } from "vitest";
import { calendarDay, moment } from "./fields";

describe("a moment", () => {
  it.each([
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["0001-01-01T14:00:00+14:00", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["9999-12-31T09:59:59-14:00", "9999-12-31T23:59:59.000Z"],
    ["2027-01-31T00:00:00+05:30", "2027-01-30T18:30:00.000Z"],
  ])("%s is parsed as %s", (text, iso) => {
    expect(moment().parse(text).toISOString()).toBe(iso);
  });

  it.each([
    "0001-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59-00:01",
    "0000-12-31T00:00:00Z",
    "2027-01-31T00:00:00+24:00",
  ])("%s is refused: it is outside the years 0001 to 9999 in UTC, or not a valid moment", (text) => {
    expect(moment().safeParse(text).error?.issues).toMatchObject([
      { message: "must be a date and time such as 2027-01-31T00:00:00Z." },
    ]);
  });
});

it("a calendar day may be any day of the years 0001 to 9999", () => {
  const read = (text: string) => calendarDay().parse(text).toISOString();
  expect([read("0001-01-01"), read("9999-12-31")]).toEqual(["0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"]);
});
