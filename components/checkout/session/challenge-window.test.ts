import { expect, it } from "vitest";
import { chooseChallengeWindow } from "./challenge-window";

it.each([
  ["a phone", { width: 390, height: 800, isFramed: false }, "05"],
  ["a narrow frame", { width: 360, height: 700, isFramed: true }, "01"],
  ["a frame", { width: 420, height: 700, isFramed: true }, "02"],
  ["a wide frame", { width: 520, height: 700, isFramed: true }, "03"],
  ["a desktop", { width: 1280, height: 800, isFramed: false }, "03"],
  ["a wide, low window", { width: 900, height: 500, isFramed: false }, "04"],
])("gives %s the EMV window that fits", (_, room, expected) => {
  expect(chooseChallengeWindow(room)).toBe(expected);
});
