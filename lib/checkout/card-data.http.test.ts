import { randomInt } from "node:crypto";
import { beforeAll, expect, inject, it, vi } from "vitest";
import {
  act,
  cardFields,
  moveClock,
  newShop,
  openCheckout,
  pay,
  returnFromBank,
  type Shop,
  simulate,
  visitBank,
  withCheckDigit,
} from "@/e2e/support/payments";
import { dumpDatabase, findCodes, findNumbers, type Place, readLogs, runsIn } from "@/e2e/support/traces";
import { db } from "@/lib/db/client";
import { looksLikeCardData } from "./card-fields";

/** Card data is in memory on its way to the gateway, and nowhere else: a hundred payments leave nothing of it behind. */
const { databaseUrl, logsDir } = inject("product");
const parallel = 12;

type Course = "approve" | "decline" | "retry" | "challenge" | "slow" | "no answer" | "misplaced" | "left" | "unread";
type Payment = { number: string; cvc: string; course: Course };

const challengeNumbers = ["4000000000003220", "4000008400001629", "4000008260003178"];
const courses: Course[] = ["approve", "decline", "retry", "slow", "no answer", "misplaced", "left", "unread"];
const everything = async (): Promise<Place[]> => [...(await dumpDatabase(databaseUrl)), ...readLogs(logsDir)];

const misplacedIn = ["card_name", "email", "address1", "address2", "city", "zipcode", "phone", "state", "country"];

let shop: Shop;
let payments: Payment[] = [];

beforeAll(async () => {
  shop = await newShop();
  // What is there already cannot be what we leave behind.
  const before = await everything();
  const known = runsIn(before);
  const isNew = (number: string) => ![...runsIn([{ where: "", value: number }])].some((run) => known.has(run));
  const numbers = Array.from(
    { length: 100 },
    (_, turn) => challengeNumbers[turn] ?? newNumber(turn % 4 === 0 ? "37" : turn % 2 ? "4" : "52", isNew),
  );
  // The last four digits are kept, and could be a code of four.
  const kept = numbers.map((number) => ({ where: "", value: number.slice(-4) }));
  const codes = unusedCodes([...before, ...kept]);
  payments = numbers.map((number, turn) => ({
    number,
    cvc: codes(number.startsWith("37") ? 4 : 3),
    course: challengeNumbers[turn] ? "challenge" : (courses[turn % courses.length] ?? "approve"),
  }));
});

function newNumber(prefix: string, isNew: (number: string) => boolean): string {
  for (;;) {
    const length = prefix === "37" ? 14 : 15;
    const digits = Array.from({ length: length - prefix.length }, () => randomInt(10)).join("");
    const number = withCheckDigit(prefix + digits);
    if (isNew(number)) return number;
  }
}

/** Codes that are nowhere yet, so that wherever one turns up, it came from us. */
function unusedCodes(before: readonly Place[]): (length: 3 | 4) => string {
  const all = {
    3: Array.from({ length: 900 }, (_, n) => `${100 + n}`),
    4: Array.from({ length: 9000 }, (_, n) => `${1000 + n}`),
  };
  const used = new Set(
    findCodes(before, [...all[3], ...all[4]]).flatMap(
      (line) => line.slice(line.indexOf(": ") + 2).match(/\d{3,4}/g) ?? [],
    ),
  );
  const free = { 3: all[3].filter((code) => !used.has(code)), 4: all[4].filter((code) => !used.has(code)) };
  return (length) => free[length].splice(randomInt(free[length].length), 1)[0] ?? "";
}

async function perform({ number, cvc, course }: Payment): Promise<string> {
  const { token, transactionId } = await openCheckout(shop.accountNumber);
  const submit = () => pay(token, number, { cvc });
  const grouped = number.replace(/(\d{4})(?=\d)/g, "$1 ");
  switch (course) {
    case "approve":
      await act(token, "pay", { form: cardFields(grouped, { cvc }) });
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
    case "challenge":
      await submit();
      await returnFromBank(await visitBank(token));
      await act(token, "leave");
      break;
    case "slow":
    case "no answer": {
      await simulate(token, { gateway: course === "slow" ? "slow" : "no_answer_approved" });
      const [, moved] = [submit(), await begun(token, transactionId)];
      expect(moved.status).toBe(200);
      break;
    }
    case "misplaced":
      // Whatever a hurried customer, a browser or a password manager might do.
      for (const [turn, field] of misplacedIn.entries()) {
        const typed = [number, grouped, `${number} ${cvc}`][turn % 3] ?? number;
        expect((await pay(token, number, { cvc, [field]: typed })).status).toBe(400);
      }
      expect((await pay(token, number, { cvc, card_name: cvc })).status).toBe(400);
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
      await act(`${token}x`, "pay", { json: cardFields(number, { cvc }) });
      await act(token, "leave");
      break;
  }
  await settled(token);
  return transactionId;
}

/** Once the gateway is being asked, time passes for it. */
async function begun(token: string, transactionId: string) {
  const isAsked = async () =>
    (await db().sandboxCharge.count({ where: { id: { in: await attemptsOf(transactionId) } } })) > 0;
  await vi.waitUntil(isAsked, { timeout: 30_000, interval: 50 });
  return moveClock(token, { advance_ms: 30_000 });
}

const attemptsOf = async (transactionId: string) =>
  (await db().attempt.findMany({ where: { session: { transactionId } }, select: { id: true } })).map(({ id }) => id);

const settled = (token: string) =>
  vi.waitUntil(async () => (await act(token, "state")).body.state === "finalised", { timeout: 40_000, interval: 200 });

it("the search finds a number however it is written, and a code as a value or a word", () => {
  const at = (value: unknown) => [{ where: "somewhere", value }];
  for (const text of ["4929123456781230", "4929 1234 5678 1230", "x4929-1234y", '{"a":"12345678"}', "3456.7812.30"]) {
    expect(findNumbers(at(text), ["4929123456781230"])).toHaveLength(1);
  }
  expect(findNumbers(at("XXXXXXXXXXXX1230, 492912"), ["4929123456781230"])).toEqual([]);
  for (const value of ["739", 739, "cvc 739", '"cvc":"739"', "cvc=739&x"])
    expect(findCodes(at(value), ["739"])).toHaveLength(1);
  expect(findCodes(at("a739b 17390 2026-11-15T04:45:51.739Z"), ["739"])).toEqual([]);
});

it("a hundred payments, whatever became of them, leave no card number and no security code behind", async () => {
  const queue = payments.values();
  const transactionIds: string[] = [];
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const payment of queue) transactionIds.push(await perform(payment));
    }),
  );
  const sessions = await db().checkoutSession.findMany({ where: { transactionId: { in: transactionIds } } });
  expect(sessions).toHaveLength(100);
  expect(new Set(sessions.map(({ status }) => status))).toEqual(new Set(["success", "failed"]));
  expect(sessions.filter(({ status }) => status === "success").length).toBeGreaterThan(50);

  const after = await everything();
  // It is all there to be found: what may be kept of a card is.
  const last4 = new Set(after.filter(({ where }) => where.endsWith("attempt.card_last4")).map(({ value }) => value));
  expect(payments.filter(({ number }) => last4.has(number.slice(-4))).length).toBeGreaterThan(60);
  expect(after.some(({ where }) => where.startsWith("web-roomy.log"))).toBe(true);

  const numbers = payments.map(({ number }) => number);
  expect(numbers.every(looksLikeCardData)).toBe(true);
  expect(
    findNumbers(
      after,
      numbers.filter((number) => !challengeNumbers.includes(number)),
    ),
  ).toEqual([]);
  for (const number of challengeNumbers)
    expect(after.filter(({ value }) => String(value).includes(number))).toEqual([]);
  expect(
    findCodes(
      after,
      payments.map(({ cvc }) => cvc),
    ),
  ).toEqual([]);
  expect(
    after.filter(
      ({ where, value }) => where.endsWith("(name)") && /cvc|cvv|csc|card_?number|pan$/i.test(String(value)),
    ),
  ).toEqual([]);
}, 180_000);
