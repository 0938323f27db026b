import { expect, it } from "vitest";
import { env } from "@/lib/kit/env";
import { newAccountNumber } from "@/lib/kit/ids";
import { countExport, countVisit } from "./limits";

it.each([
  ["120 page views", 120, countVisit],
  ["5 exports", 5, countExport],
])("limits each account on its own to %s per minute", async (_, requests, count) => {
  const accountNumber = newAccountNumber();
  for (let turn = 0; turn < requests * env().RATE_LIMIT_FACTOR; turn++) await count(accountNumber);
  await expect(count(accountNumber)).rejects.toMatchObject({ code: "rate_limited" });
  await expect(count(newAccountNumber())).resolves.toBeUndefined();
});
