import { expect, it, vi } from "vitest";
import { drainDue } from "@/lib/kit/due-work";
import { log } from "@/lib/kit/log";

it("an item that fails does not stop the others, and the run counts as a failure when all are done", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue();
  const items = Array.from({ length: 70 }, (_, index) => index);
  const done: number[] = [];
  const run = drainDue(
    async (limit) => items.splice(0, limit),
    async (item) => {
      if (item === 3 || item === 60) throw new Error(`item ${item}`);
      done.push(item);
    },
  );
  await expect(run).rejects.toThrow("2 due items failed.");
  expect(done).toHaveLength(68);
  expect(error).toHaveBeenCalledTimes(2);
  await expect(
    drainDue(
      async () => [1],
      async () => {},
    ),
  ).resolves.toBeUndefined();
  vi.restoreAllMocks();
});
