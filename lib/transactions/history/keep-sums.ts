import { timeZoneOf } from "@/lib/format/dates";
import { now } from "@/lib/kit/clock";
import { platformCodes } from "@/lib/reference/platforms";
import { addToSums, recordBalances } from "./sums-store";

const addedAtOnce = 5_000;

/** Worker sweep: adds the latest payments to the sums that the figures read. */
export async function addPaymentsToSums(): Promise<void> {
  while ((await addToSums(addedAtOnce)) === addedAtOnce);
}

const zones = Object.fromEntries(platformCodes.map((code) => [code, timeZoneOf(code).id]));

/** Worker sweep: records the balance of the day, for the line on the overview. */
export const recordBalancesOfDay = (): Promise<void> => recordBalances(now(), zones);
