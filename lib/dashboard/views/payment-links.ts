import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import type { Visit } from "@/lib/dashboard/viewer";
import { formatMoment, type Zone } from "@/lib/format/dates";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { day, later, now } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import { findLinkTitles, sumSales, sumTaken } from "@/lib/payment-links/store";
import { currenciesOf } from "@/lib/reference/currencies";
import { type Platform, platforms } from "@/lib/reference/platforms";
import { type ChartPeriod, noFigures, readFigures } from "@/lib/transactions/history/figures";
import { isVisibleTo } from "../pages";
import { chartIn, localDayStart } from "./bars";
import { goLiveOf } from "./go-live";

/** Links that a filter offers. */
const titlesMax = 100;

/** The titles of payment links by their ids. `chosen` is the id that the filter has now. */
export async function linkTitles(owner: Owner, chosen: string | undefined): Promise<Record<string, string>> {
  const links = await findLinkTitles(owner, chosen ?? null, titlesMax);
  return Object.fromEntries(links.map(({ id, title }) => [id, title]));
}

/** What customers paid by each link of a list, as amounts of the API. */
export async function readTaken(linkIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const sums = await sumTaken(linkIds);
  return new Map(sums.map(({ linkId, taken }) => [linkId, formatMinor(taken)]));
}

export type LinkSales = Awaited<ReturnType<typeof readLinkSales>>;

/** What a link has sold, with the bars of its chart. */
export async function readLinkSales({ owner, zone }: Visit, linkId: string, period: ChartPeriod) {
  const { taken, credited, refunded, ...counts } = await sumSales(linkId, later(-7 * day));
  const times = { today: localDayStart(now(), zone), now: now() };
  const [figures = noFigures("TTD", times, period)] = await readFigures(owner, times, period, linkId);
  return {
    ...counts,
    taken: formatMinor(taken),
    credited: formatMinor(credited - refunded),
    refunded: refunded === 0n ? null : formatMinor(refunded),
    chart: chartIn(figures, zone),
  };
}

/** The steps until a link is paid for real. `href` is the page of an open step, if the member may see it. */
export function stepsToBePaid({ viewer, mode }: Visit) {
  return goLiveOf(viewer).steps.map(({ label, isDone, page }) => ({
    label,
    isDone,
    href: page && !isDone && isVisibleTo(page, viewer) ? `/dashboard/${mode}/${page}` : null,
  }));
}

export type LinkChoices = Awaited<ReturnType<typeof linkChoices>>;

/** What the form of a payment link offers. The home country comes first. */
export async function linkChoices({ accountNumber, homePlatform }: Caller, zone: Zone, expiresAt: string | null) {
  const merchant = await findMerchantOrThrow(accountNumber);
  const accepts = (currency: string) =>
    merchant.currencies.length === 0 || merchant.currencies.some((own) => own === currency);
  const offer = (code: Platform) => ({
    code,
    name: platforms[code].name,
    currencies: currenciesOf(code).filter(accepts),
  });
  const others = merchant.platforms.filter((code) => code !== homePlatform);
  return {
    platforms: [offer(homePlatform), ...others.map(offer)] as const,
    /** The only fee structure that the merchant takes, or null. */
    feeStructure: merchant.feeStructure,
    expiries: expiryOptions(expiresAt, zone),
  };
}

/** A link that expires keeps its expiry as the first option. */
function expiryOptions(current: string | null, zone: Zone) {
  const inDays = (days: number) => later(days * day).toISOString();
  return [
    ...(current ? [{ value: current, label: `On ${formatMoment(current, "date", zone)}` }] : []),
    { value: inDays(1), label: "In 1 day" },
    { value: inDays(7), label: "In 7 days" },
    { value: inDays(30), label: "In 30 days" },
    { value: inDays(90), label: "In 90 days" },
  ];
}
