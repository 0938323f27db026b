import { expect, it } from "vitest";
import { runEmulator } from "./command";
import { emulators, firstEmulator } from "./emulators";

const names = emulators.map(({ acquirer }) => acquirer).join(" or ");

it.each([
  ["an acquirer without an emulator", ["stripe"], `The acquirer must be ${names}.`],
  ["a port that is no number", [firstEmulator.acquirer, "--port", "http"], "--port must be a number from 0 to 65535."],
  ["a second name", [firstEmulator.acquirer, "stripe"], "Unexpected argument 'stripe'."],
])("the command of the emulator refuses %s, and prints its usage", async (_what, args, sentence) => {
  await expect(runEmulator(args)).rejects.toThrow(sentence);
  await expect(runEmulator(args)).rejects.toThrow("npm run gateway-emulator [-- [acquirer] [--port 3099]]");
});
