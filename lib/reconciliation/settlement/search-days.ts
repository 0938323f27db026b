import type { AcquirerOperations, FoundTransaction, SearchAnswer, SearchPeriod } from "@/lib/gateway/operations";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { hour, second } from "@/lib/kit/clock";
import { type Day, dayAfter, startOfDay } from "./days";

/** Lists all transactions of one day of the gateway's clock. */
export type DaySearch = (day: Day) => Promise<SearchAnswer>;

/** Fewer rows than this are never a full page. */
const pageRowsMin = 2;
/** A period this short is not split again. */
const periodMinMs = second;
/**
 * A long period may be silent because its list is larger than the transport accepts, so shorter periods are tried. They
 * are not tried often, because each call may take 30 s.
 */
const silentPeriodMinMs = 3 * hour;

/**
 * Returns a search that remembers the days it has listed. The gateway's page limit is unknown. A list that is shorter
 * than another one is complete, because the limit cannot be below the longest list. The longest list may be cut off, so
 * its period is split until the parts are shorter.
 */
export function createDaySearch(
  { listTransactions }: Pick<AcquirerOperations, "listTransactions">,
  credentials: Credentials,
): DaySearch {
  let longest = 0;

  const searchPeriod = async (period: SearchPeriod): Promise<SearchAnswer> => {
    const answer = await listTransactions(credentials, period);
    if (answer.kind === "silent" && lengthOf(period) > silentPeriodMinMs) return searchHalves(period, []);
    if (answer.kind !== "found") return answer;
    const { length } = answer.transactions;
    longest = Math.max(longest, length);
    const isComplete = length < Math.max(longest, pageRowsMin) || lengthOf(period) <= periodMinMs;
    return isComplete ? answer : searchHalves(period, answer.transactions);
  };

  const searchHalves = async (period: SearchPeriod, found: readonly FoundTransaction[]): Promise<SearchAnswer> => {
    const transactions = [...found];
    for (const half of halvesOf(period)) {
      const answer = await searchPeriod(half);
      if (answer.kind !== "found") return answer;
      transactions.push(...answer.transactions);
    }
    return { kind: "found", transactions };
  };

  const days = new Map<Day, Promise<SearchAnswer>>();
  return (day) => {
    const known = days.get(day) ?? searchPeriod({ start: startOfDay(day), end: startOfDay(dayAfter(day)) });
    days.set(day, known);
    return known;
  };
}

const lengthOf = ({ start, end }: SearchPeriod): number => end.getTime() - start.getTime();

/** Both halves contain the second between them, so that no row is missed if the gateway excludes a period's end. */
function halvesOf(period: SearchPeriod): SearchPeriod[] {
  const seconds = Math.floor(lengthOf(period) / 2 / second);
  const middle = new Date(period.start.getTime() + seconds * second);
  return [
    { start: period.start, end: middle },
    { start: middle, end: period.end },
  ];
}
