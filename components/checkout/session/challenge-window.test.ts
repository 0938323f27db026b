import { expect, it } from "vitest";
import { chooseChallengeWindow } from "./challenge-window";

it.each([
  ["a phone", { windowWidth: 390, width: 356, height: 800, isFramed: false }, "05"],
  ["a narrow frame", { windowWidth: 360, width: 326, height: 700, isFramed: true }, "01"],
  ["a frame", { windowWidth: 430, width: 396, height: 700, isFramed: true }, "02"],
  ["a wide frame", { windowWidth: 540, width: 506, height: 700, isFramed: true }, "03"],
  ["a desktop", { windowWidth: 1280, width: 1246, height: 800, isFramed: false }, "03"],
  ["a wide, low window", { windowWidth: 900, width: 866, height: 500, isFramed: false }, "04"],
])("chooses the largest fitting EMV window for %s", (_, room, expected) => {
  expect(chooseChallengeWindow(room)).toBe(expected);
});
