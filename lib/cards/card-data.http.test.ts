import { randomInt } from "node:crypto";
import { beforeAll, expect, inject, it, vi } from "vitest";
import { looksLikeCardData } from "@/lib/checkout/page/card-fields";
import { findChallengePage } from "@/lib/checkout/pay/answer-challenge";
import { db } from "@/lib/db/client";
import { minute } from "@/lib/kit/clock";
import { readCard } from "@/lib/vault/cards";
import {
  dumpDatabase,
  findCodes,
  findNumbers,
  numbersBetween,
  type Place,
  readLogs,
  runsIn,
  unusedCodes,
} from "@/tests/support/browser/traces";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { charge, checkoutOf, create, storeCard, vaultOf } from "@/tests/support/http/card-requests";
import {
  act,
  type Checkout,
  cardFields,
  moveClock,
  openCheckout,
  returnFromBank,
  rowOf,
  simulate,
  visitBank,
  withCheckDigit,
} from "@/tests/support/http/payments";

/**
 * Card data exists only in memory on its way to the gateway. The vault holds the numbers of stored cards. Many
 * payments must leave no card data anywhere else.
 */
const { databaseUrl, logsDir } = inject("product");
const parallel = 12;
const paymentCount = inject("isDeep") ? 100 : 34;

type Course = "approve" | "decline" | "retry" | "slow" | "no answer" | "misplaced" | "left" | "unread" | AtTheBank;
type AtTheBank = "answered" | "cancelled" | "expired";
/** A payment of this test pays with a new card, stores a card, or charges a stored card. */
type Kind = "pay" | "store" | "charge";
type Payment = { kind: Kind; number: string; cvc: string; course: Course };

/** Payments with a 3DS challenge. The test searches the database for card data while these challenges are open. */
const challenges: [Kind, string, AtTheBank][] = [
  ["pay", "4000000000003220", "answered"],
  ["pay", "4000008400001629", "answered"],
  ["pay", "4000008260003178", "answered"],
  ["store", "4000000000003220", "answered"],
  ["store", "4000008400001629", "answered"],
  ["store", "4000000000003220", "cancelled"],
  ["store", "4000008260003178", "expired"],
  ["charge", "4000000000003220", "answered"],
];
const challengeNumbers = challenges.map(([, number]) => number);
const courses: [Kind, Course][] = [
  ...(["approve", "decline", "retry", "slow", "no answer", "misplaced", "left", "unread"] as const).map(
    (course): [Kind, Course] => ["pay", course],
  ),
  ["store", "approve"],
  ["store", "decline"],
  ["store", "no answer"],
  ["charge", "approve"],
  ["charge", "retry"],
];
const everything = async (): Promise<Place[]> => [...(await dumpDatabase(databaseUrl)), ...readLogs(logsDir)];

const misplacedIn = ["card_name", "email", "address1", "address2", "city", "zipcode", "phone", "state", "country"];

let shop: Merchant;
let payments: Payment[] = [];

beforeAll(async () => {
  shop = await newMerchant();
  // Values that exist before the test must not be counted as leaks.
  const before = await everything();
  const known = runsIn(before);
  const isNew = (number: string) => ![...runsIn([{ where: "", value: number }])].some((run) => known.has(run));
  const planned = Array.from({ length: paymentCount }, (_, turn): Omit<Payment, "cvc"> => {
    const [kind, course] = courses[turn % courses.length] ?? ["pay", "approve"];
    return { kind, course, number: newNumber(turn % 4 === 0 ? "37" : turn % 2 ? "4" : "52", isNew) };
  });
  for (const [turn, [kind, number, course]] of challenges.entries()) planned[turn] = { kind, number, course };
  // The database stores the last four digits of card numbers. A security code that equals them would look like a leak.
  const kept = planned.map(({ number }) => ({ where: "", value: number.slice(-4) }));
  const codes = unusedCodes([...before, ...kept]);
  payments = planned.map((payment) => ({ ...payment, cvc: codes(payment.number.startsWith("37") ? 4 : 3) }));
});

function newNumber(prefix: string, isNew: (number: string) => boolean): string {
  for (;;) {
    const length = prefix === "37" ? 14 : 15;
    const digits = Array.from({ length: length - prefix.length }, () => randomInt(10)).join("");
    const number = withCheckDigit(prefix + digits);
    if (isNew(number)) return number;
  }
}

async function open({ kind, number, cvc }: Payment): Promise<Checkout> {
  if (kind === "pay") return openCheckout(shop.accountNumber);
  if (kind === "store") return checkoutOf(await create(shop));
  const { uuid } = await storeCard(shop, { number, cvc, isVerified: true });
  return checkoutOf(await charge(shop, uuid));
}

/** The form fields that the hosted page sends for this payment. */
function fieldsOf({ kind, number, cvc }: Payment, more: Record<string, string> = {}): Record<string, string> {
  if (kind === "charge") return { cvc };
  return cardFields(number, { cvc, ...(kind === "store" && { email: "ada@example.com", consent: "yes" }), ...more });
}

async function perform(payment: Payment): Promise<string> {
  const { token, transactionId } = await open(payment);
  const { number, cvc, course } = payment;
  const submit = (more?: Record<string, string>) => act(token, "pay", { json: fieldsOf(payment, more) });
  const grouped = number.replace(/(\d{4})(?=\d)/g, "$1 ");
  switch (course) {
    case "approve":
      await act(token, "pay", { form: fieldsOf(payment, { card_number: grouped }) });
      break;
    case "decline":
      await simulate(token, { gateway: "decline" });
      await submit();
      await act(token, "leave");
      break;
    case "retry":
      await simulate(token, { gateway: "decline" });
      await submit();
      await simulate(token, { gateway: "approve" });
      await submit();
      break;
    case "slow":
    case "no answer": {
      await simulate(token, { gateway: course === "slow" ? "slow" : "no_answer_approved" });
      const [, moved] = [submit(), await advanceAfterCall(token, transactionId)];
      expect(moved.status).toBe(200);
      break;
    }
    case "misplaced":
      // Card data in wrong fields, as hurried customers, browsers and password managers enter it.
      for (const [turn, field] of misplacedIn.entries()) {
        const typed = [number, grouped, `${number} ${cvc}`][turn % 3] ?? number;
        expect((await submit({ [field]: typed })).status).toBe(400);
      }
      expect((await submit({ card_name: cvc })).status).toBe(400);
      await submit();
      break;
    case "left":
      await act(token, "leave");
      await submit();
      break;
    case "unread":
      for (const raw of [`{"card_number":"${number}","cvc":"${cvc}"`, `card_number=${number}&cvc=${cvc}&cvc=${cvc}`]) {
        const type = raw.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
        expect((await act(token, "pay", { raw, headers: { "content-type": type } })).status).toBe(400);
      }
      await act(`${token}x`, "pay", { json: fieldsOf(payment) });
      await act(token, "leave");
      break;
  }
  await settled(token);
  return transactionId;
}

type Visit = Checkout & { payment: Payment };

async function goToBank(payment: Payment): Promise<Visit> {
  const checkout = await open(payment);
  const { body } = await act(checkout.token, "pay", { json: fieldsOf(payment) });
  expect(body.state).toBe("challenged");
  return { ...checkout, payment };
}

async function comeBack({ token, transactionId, payment: { course } }: Visit): Promise<string> {
  if (course === "answered") await returnFromBank(await visitBank(token));
  if (course === "cancelled") await act(token, "challenge/cancel");
  if (course === "expired") await moveClock(token, { advance_ms: 3 * minute });
  await act(token, "leave");
  await settled(token);
  return transactionId;
}

/** Decrypts the bank's challenge page and the card number of a session with an open challenge. */
async function openSeals({ token, transactionId, payment }: Visit): Promise<{ page: string; number: string | null }> {
  const { accountNumber, environment, attemptId } = await rowOf(transactionId);
  const identity = { id: attemptId ?? "", accountNumber, environment };
  const number = payment.kind === "store" ? await readCard(identity) : null;
  return { page: (await findChallengePage(token)) ?? "", number };
}

/** Waits until the gateway has been called, then advances the session's clock by 30 seconds. */
async function advanceAfterCall(token: string, transactionId: string) {
  const isAsked = async () =>
    (await db().sandboxCharge.count({ where: { id: { in: await attemptsOf(transactionId) } } })) > 0;
  await vi.waitUntil(isAsked, { timeout: 30_000, interval: 50 });
  return moveClock(token, { advance_ms: 30_000 });
}

const attemptsOf = async (transactionId: string) =>
  (await db().attempt.findMany({ where: { session: { transactionId } }, select: { id: true } })).map(({ id }) => id);

const settled = (token: string) =>
  vi.waitUntil(async () => (await act(token, "state")).body.state === "finalised", { timeout: 40_000, interval: 200 });

it("the search finds card numbers in any format, and codes as values or words", () => {
  const at = (value: unknown) => [{ where: "somewhere", value }];
  for (const text of ["4929123456781230", "4929 1234 5678 1230", "x4929-1234y", '{"a":"12345678"}', "3456.7812.30"]) {
    expect(findNumbers(at(text), ["4929123456781230"])).toHaveLength(1);
  }
  expect(findNumbers(at("XXXXXXXXXXXX1230, 492912"), ["4929123456781230"])).toEqual([]);
  for (const value of ["739", 739, "cvc 739", '"cvc":"739"', "cvc=739&x"])
    expect(findCodes(at(value), ["739"])).toHaveLength(1);
  expect(findCodes(at("a739b 17390 2026-11-15T04:45:51.739Z"), ["739"])).toEqual([]);
  expect(findCodes(at("/api/trusted-cards/9e241ec5-3639-4961-91dd-b97d5f9f0999"), ["3639"])).toEqual([]);
  expect(findNumbers(at("9e241ec5-3639-4961-91dd-b97d5f9f0999"), ["4929363949610230"])).toEqual([]);
  expect(findNumbers(at("POST /auth/tokens address 10.215.0.43/32"), ["4929102150431230"])).toEqual([]);
  const draw = unusedCodes(at("1000 999"));
  const drawn = numbersBetween(1, 300).map(() => Number(draw(3)));
  expect(new Set(drawn).size).toBe(300);
  // The drawn security codes contain no HTTP status, no font weight, and no value that occurred before.
  expect(drawn.filter((code) => code < 600 || code % 100 === 0 || code === 999)).toEqual([]);
});

it(`${paymentCount} payments with all kinds of outcomes leave no card number and no security code behind`, async () => {
  const atTheBank = await Promise.all(payments.slice(0, challenges.length).map(goToBank));
  expectNothingIn(await dumpDatabase(databaseUrl));
  for (const visit of atTheBank) {
    const { page, number } = await openSeals(visit);
    expect(number).toBe(visit.payment.kind === "store" ? visit.payment.number : null);
    expect(page).toContain("<form");
    expectNothingIn([{ where: "the bank's page", value: page }]);
  }

  const ends = new Map<string, Payment>();
  for (const visit of atTheBank) ends.set(await comeBack(visit), visit.payment);
  const queue = payments.slice(challenges.length).values();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const payment of queue) ends.set(await perform(payment), payment);
    }),
  );
  const sessions = await db().checkoutSession.findMany({ where: { transactionId: { in: [...ends.keys()] } } });
  expect(sessions).toHaveLength(paymentCount);
  expect(new Set(sessions.map(({ status }) => status))).toEqual(new Set(["success", "failed"]));
  expect(sessions.filter(({ status }) => status === "success").length).toBeGreaterThan(paymentCount * 0.5);
  // Only a successfully stored card keeps its encrypted number in the vault.
  for (const { transactionId, purpose, status } of sessions) {
    const left = purpose === "card_create" ? [status === "success" ? "kept" : "shredded"] : [];
    expect([transactionId, await vaultOf(transactionId)]).toEqual([transactionId, left]);
  }

  const after = await everything();
  // The search covers the data of the payments, because it finds the last four digits of their cards.
  const last4 = new Set(after.filter(({ where }) => where.endsWith("attempt.card_last4")).map(({ value }) => value));
  expect(payments.filter(({ number }) => last4.has(number.slice(-4))).length).toBeGreaterThan(paymentCount * 0.6);
  expect(after.some(({ where }) => where.startsWith("web-roomy.log"))).toBe(true);
  expectNothingIn(after);
}, 180_000);

function expectNothingIn(places: readonly Place[]): void {
  const numbers = payments.map(({ number }) => number);
  expect(numbers.every(looksLikeCardData)).toBe(true);
  // The search looks for parts of card numbers. Published test cards share such parts, so only their complete numbers
  // count as leaks.
  const others = numbers.filter((number) => !challengeNumbers.includes(number));
  expect(findNumbers(places, others)).toEqual([]);
  for (const number of new Set(challengeNumbers)) {
    expect(places.filter(({ value }) => String(value).includes(number))).toEqual([]);
  }
  const codes = payments.map(({ cvc }) => cvc);
  expect(findCodes(places, codes)).toEqual([]);
  const named = places.filter(({ where, value }) => where.endsWith("(name)") && cardDataNames.test(String(value)));
  // Field names such as `pan` may occur only in records of stored cards and in webhook events.
  expect(named.filter(({ where }) => !/trusted_card|webhook_event\.data/.test(where))).toEqual([]);
  const pans = places.filter(({ where }) => /(trusted_card|webhook_event\.data)\.pan$/.test(where));
  expect(pans.filter(({ value }) => !/^\*+\d{4}$/.test(String(value)))).toEqual([]);
}

const cardDataNames = /cvc|cvv|csc|card_?number|pan$/i;
