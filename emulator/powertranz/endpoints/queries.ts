import { type Answer, empty, json, type WireObject } from "@/emulator/base/wire/answers";
import { fixedAnswer, type Prepared, type WireRequest } from "@/emulator/base/wire/request";
import { isSettled } from "@/emulator/powertranz/settlement";
import type { Terminal } from "@/emulator/powertranz/terminals";
import {
  approvedFollowUps,
  type FollowUp,
  followUpTypes,
  refundedMinor,
  type Transaction,
  zonelessDate,
} from "@/emulator/powertranz/transactions";
import { authenticate, badCredentials, isGuid } from "@/emulator/powertranz/wire/request";
import type { World } from "@/emulator/powertranz/world";
import { authenticationFields, shownCode, verificationLetters } from "./charge";

type Found = { original: Transaction; followUp: FollowUp | null };

/** The sales that queries return, with their follow-ups. */
function visibleSales(world: World, terminal: Terminal): Transaction[] {
  const showsUnpaid = world.dials.inquiryBeforePayment === "sp4_record";
  return world.visibleTransactions(terminal.id).filter(({ completedAt }) => completedAt !== null || showsUnpaid);
}

function findVisible(world: World, terminal: Terminal, identifier: string): Found | null {
  const isNamed = (record: { transactionIdentifier: string }) =>
    record.transactionIdentifier.toLowerCase() === identifier.toLowerCase();
  for (const original of visibleSales(world, terminal)) {
    if (isNamed(original)) return { original, followUp: null };
    const followUp = original.followUps.find(isNamed);
    if (followUp) return { original, followUp };
  }
  return null;
}

function unknown(world: World): Answer {
  const { unknownInquiry } = world.dials;
  if (unknownInquiry === "http_404_empty") return empty(404);
  if (unknownInquiry === "http_200_empty") return empty(200);
  if (unknownInquiry === "code_25") return json({ Approved: false, IsoResponseCode: "25" });
  return json(unknownInquiry === "null_body" ? null : {});
}

export function prepareInquiry(world: World, request: WireRequest): Prepared {
  return prepareLookup(world, request, (found) => ({
    ...recordOf(world, found),
    OrderSummary: summaryOf(world, found.original),
  }));
}

export function prepareOrderSearch(world: World, request: WireRequest): Prepared {
  return prepareLookup(world, request, ({ original }) => ({
    ...summaryOf(world, original),
    VoidDateTime: original.voidedAt === null ? undefined : zonelessDate(original.voidedAt),
    Transactions: membersOf(world, original).map((member) => recordOf(world, member)),
  }));
}

function prepareLookup(world: World, request: WireRequest, present: (found: Found) => WireObject): Prepared {
  const terminal = authenticate(world, request);
  const { endpoint, params } = request;
  const identifier = params.id ?? "";
  if (!isGuid(identifier))
    world.violate(endpoint, "transaction_identifier_not_guid", "The path does not end with a GUID.");
  const work = () => {
    if (!terminal) return badCredentials;
    const found = findVisible(world, terminal, identifier);
    return found ? json(present(found)) : unknown(world);
  };
  return { transactionIdentifier: identifier, work };
}

const membersOf = ({ dials }: World, original: Transaction): Found[] => [
  { original, followUp: null },
  ...original.followUps
    .filter(({ name }) => name !== "refund" || dials.refundsListed)
    .map((followUp) => ({ original, followUp })),
];

const dateOf = ({ original, followUp }: Found): number => followUp?.at ?? original.completedAt ?? original.createdAt;

const codeOf = (world: World, { original, followUp }: Found): string =>
  followUp?.isoCode ?? (original.completedAt === null ? "SP4" : shownCode(world, original));

/** One transaction, as the gateway returns it: without Approved and ResponseMessage. */
function recordOf(world: World, found: Found): WireObject {
  const { original, followUp } = found;
  const isoCode = codeOf(world, found);
  return {
    AuthorizationCode: !followUp && isoCode === "00" ? (original.authorizationCode ?? undefined) : undefined,
    ...(followUp ? {} : verificationLetters(world, original, "inquiry")),
    CurrencyCode: original.currency,
    ExternalIdentifier: externalIdentifierOf(world, found) ?? undefined,
    RiskManagement:
      !followUp && world.dials.inquiryAuthentication ? { ThreeDSecure: authenticationFields(original) } : undefined,
    IsoResponseCode: isoCode,
    OtherAmount: 0n,
    TaxAmount: 0n,
    TipAmount: 0n,
    TotalAmount: followUp ? followUp.amountMinor : original.amountMinor,
    TransactionDateTime: zonelessDate(dateOf(found)),
    TransactionIdentifier: (followUp ?? original).transactionIdentifier,
    TransactionType: followUp ? followUpTypes[followUp.name] : original.type,
  };
}

function externalIdentifierOf({ dials }: World, { original, followUp }: Found): string | null {
  if (!followUp) return original.externalIdentifier;
  if (followUp.name === "refund" && !dials.refundExternalIdentifier) return null;
  if (followUp.name === "void" && !dials.voidExternalIdentifier) return null;
  return followUp.externalIdentifier;
}

function summaryOf(world: World, original: Transaction): WireObject {
  const { capturedMinor, capturedAt, createdAt } = original;
  return {
    CaptureCount: capturedAt === null ? 0 : 1,
    CreditCount: approvedFollowUps(original, "refund").length,
    CurrencyCode: original.currency,
    LastCaptureDateTime: capturedAt === null ? undefined : zonelessDate(capturedAt),
    OrderIdentifier: original.orderIdentifier,
    OriginalTrxnDateTime: zonelessDate(createdAt),
    OriginalTrxnIdentifier: original.transactionIdentifier,
    SettledAmount: isSettled(world, original) ? capturedMinor : 0n,
    TotalCaptureAmount: capturedMinor,
    TotalCreditAmount: refundedMinor(original),
  };
}

export function prepareSearch(world: World, request: WireRequest): Prepared {
  const terminal = authenticate(world, request);
  const period = readPeriod(request.query);
  if (!period) {
    world.violate("search", "search_dates", "StartDateTime and EndDateTime do not form a period.");
    return fixedAnswer(empty(400));
  }
  const work = () => (terminal ? search(world, terminal, request.query, period) : badCredentials);
  return { transactionIdentifier: null, work };
}

type Period = { start: number; end: number };

/** Names of parameters are case-insensitive, as in the gateway's framework. */
const parameter = (query: URLSearchParams, name: string): string | null =>
  [...query].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null;

/** Returns null if only one of the dates is there, or if one is not a date. A date without a zone is UTC. */
function readPeriod(query: URLSearchParams): Period | null {
  const [start, end] = ["StartDateTime", "EndDateTime"].map((name) => parameter(query, name));
  if (!start && !end) return { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  if (!start || !end) return null;
  const time = (text: string) => Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${withTime(text)}Z`);
  const period = { start: time(start), end: time(end) };
  return Number.isNaN(period.start) || Number.isNaN(period.end) ? null : period;
}

const withTime = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text);

function search(world: World, terminal: Terminal, query: URLSearchParams, { start, end }: Period): Answer {
  const order = parameter(query, "OrderIdentifier");
  const code = parameter(query, "AuthorizationCode");
  const approved = parameter(query, "Approved")?.toLowerCase() ?? null;
  // The emulator keeps no batches and groups, so a search for one finds nothing.
  const isGrouped = ["ExternalBatchIdentifier", "ExternalGroupIdentifier"].some((name) => parameter(query, name));
  const fits = (found: Found) => {
    if (isGrouped) return false;
    const at = dateOf(found);
    if (at < start || at > end) return false;
    if (order && found.original.orderIdentifier !== order) return false;
    if (code && (found.followUp || found.original.authorizationCode !== code)) return false;
    return approved === null || (codeOf(world, found) === "00") === (approved === "true");
  };
  const found = visibleSales(world, terminal)
    .flatMap((original) => membersOf(world, original))
    .filter(fits);
  found.sort((a, b) => dateOf(a) - dateOf(b));
  const page = found.slice(0, world.dials.searchPageMax ?? found.length);
  return json(page.map((member) => ({ ...recordOf(world, member), OrderSummary: summaryOf(world, member.original) })));
}
