import { expect, it } from "vitest";
import { emulators } from "@/emulator/emulators";
import { acquirerTitle } from "@/lib/gateway/registry";
import { routeWords } from "./titles";

const [first, second] = emulators.map(({ acquirer }) => ({ acquirer, title: acquirerTitle(acquirer) }));

it.each([
  ["its acquirer", { acquirer: second?.acquirer }, `at ${second?.title}`],
  [
    "the acquirer that was down",
    { acquirer: second?.acquirer, insteadOf: first?.acquirer },
    `at ${second?.title}, because ${first?.title} was down`,
  ],
  [
    "another gateway of the same acquirer",
    { acquirer: first?.acquirer, insteadOf: first?.acquirer },
    `at another gateway of ${first?.title}, because its first one was down`,
  ],
  ["an acquirer of a newer release", { acquirer: "newer" }, "at an acquirer of a newer release"],
  ["nothing for a step of the sandbox or of an earlier release", {}, null],
])("the words about an attempt's route name %s", (_what, detail, expected) => {
  expect(routeWords(detail)).toBe(expected);
});
