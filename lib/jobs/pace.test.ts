import { expect, it } from "vitest";
import { second } from "@/lib/kit/clock";
import { createPace, type Pace } from "./pace";

const [due, idle] = [
  { isAnythingDue: true, isListening: true },
  { isAnythingDue: false, isListening: true },
];

function flood(pace: Pace, at: number): void {
  for (let count = 0; count < 11; count++) pace.notice(at + count);
}

it("an idle worker looks every ten seconds, also after single notifications", () => {
  const pace = createPace(20 * second);
  for (const at of [0, 500, 1000, 9000]) {
    pace.notice(at);
    expect(pace.next(at, due)).toEqual({ waitMs: 10 * second, silenceMs: 0 });
  }
});

it("without notifications, a worker looks every second", () => {
  expect(createPace(20 * second).next(0, { ...due, isListening: false })).toEqual({ waitMs: second, silenceMs: 0 });
});

it("a worker that gets many notifications switches them off while it looks four times a second", () => {
  const pace = createPace(20 * second);
  flood(pace, 0);
  expect(pace.next(20, due)).toEqual({ waitMs: 250, silenceMs: 5 * second });
  expect(pace.next(270, due)).toEqual({ waitMs: 250, silenceMs: 0 });
  // Renewed before it lapses.
  expect(pace.next(3000, due)).toEqual({ waitMs: 250, silenceMs: 5 * second });
});

it("after the load, a worker looks every second until no unnotified transaction can be open", () => {
  const pace = createPace(20 * second);
  flood(pace, 0);
  pace.next(20, due);
  expect(pace.next(5000, idle).waitMs).toBe(250);
  expect(pace.next(5100, idle)).toEqual({ waitMs: second, silenceMs: 0 });
  expect(pace.next(25_000, idle).waitMs).toBe(second);
  expect(pace.next(25_100, idle).waitMs).toBe(10 * second);
});
