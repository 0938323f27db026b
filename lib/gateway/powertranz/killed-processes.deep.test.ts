import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Emulator } from "@/emulator/emulators";
import { terminals } from "@/emulator/powertranz/terminals";
import { liveCards } from "@/emulator/powertranz/testing/live-cards";
import { visitGateway } from "@/emulator/testing/emulator-for-file";
import { setClock } from "@/lib/checkout/page/sandbox-store";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { hour, second } from "@/lib/kit/clock";
import { dumpDatabase, findNumbers } from "@/tests/support/browser/traces";
import { kill } from "@/tests/support/faults/killing";
import { call } from "@/tests/support/http/client";
import { cleanAround, type Launcher } from "@/tests/support/http/launcher";
import { startLiveProductForFile } from "@/tests/support/http/live-launcher";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { freshCard } from "@/tests/support/in-process/checkout";
import { heldCharges } from "@/tests/support/in-process/live-checkout";

/**
 * Live payments on the whole product, with the gateway emulator. Processes are killed at every step of a payment. The
 * session clocks are stopped, so that only the tests advance time.
 */
cleanAround();

const live = startLiveProductForFile();
let [emulator, launcher, origin] = [{} as Emulator, {} as Launcher, ""];
beforeAll(() => {
  ({ emulator, launcher, origin } = live());
});
const cardsUsed: string[] = [];

const at = (token: string, action: string, json?: object) =>
  call(origin, action === "state" ? "GET" : "POST", `/checkout/${token}/${action}`, json ? { json } : {});
const stateOf = async (token: string): Promise<SessionView> => (await at(token, "state")).body;
const pass = (token: string, seconds: number) => setClock(token.slice(0, 26), seconds * second, true);

async function open(): Promise<string> {
  const json = minimalFields(live().accountNumber, { environment: "live" });
  const { body, text } = await call(origin, "POST", requestPath, { json });
  if (!body.url) throw new Error(text);
  const token = tokenOf(body.url);
  await pass(token, 0);
  return token;
}

function nextCard(): string {
  const card = freshCard();
  cardsUsed.push(card);
  return card;
}

type Return = { path: string; fields: Record<string, string> };

/** Pays up to the return from the bank. */
async function payUntilReturn(token: string, card = nextCard()): Promise<Return> {
  expect((await at(token, "pay", cardFields(card))).body).toMatchObject({ state: "challenged", money: "not_charged" });
  const { text } = await call(origin, "GET", `/checkout/${token}/challenge`);
  const posted = await visitGateway(text);
  if (!posted) throw new Error("The bank did not return.");
  return { path: new URL(posted.action).pathname, fields: posted.fields };
}

const comeBack = ({ path, fields }: Return) => call(origin, "POST", path, { form: fields });
const forget = (work: Promise<unknown>) => void work.catch(() => {});

/** The gateway's record of the newest transaction in this state. */
const countIn = (state: string) => emulator.state().transactions.filter((each) => each.state === state).length;
const untilCount = (state: string, count: number) =>
  vi.waitUntil(() => countIn(state) >= count, { timeout: 30_000, interval: 20 });

const untilIs = (token: string, wanted: Partial<SessionView>) =>
  expect.poll(() => stateOf(token), { timeout: 30_000, interval: 100 }).toMatchObject(wanted);

const charged = { state: "finalised", money: "charged" } as const;
const notCharged = { state: "hosted", money: "not_charged" } as const;

describe("kill -9 of the web process during live payments", () => {
  const tokens: Record<string, string> = {};
  const token = (name: string) => tokens[name] ?? "";
  let returned: Return;

  it("is possible at every step", async () => {
    for (const name of ["at the bank", "payment made", "payment lost", "first call"]) tokens[name] = await open();
    returned = await payUntilReturn(token("at the bank"));
    const made = await payUntilReturn(token("payment made"));
    const lost = await payUntilReturn(token("payment lost"));
    emulator.addFault({ endpoint: "payment", kind: "delay", ms: hour });
    forget(comeBack(made));
    await untilCount("approved", 1);
    emulator.addFault({ endpoint: "payment", kind: "hang" });
    forget(comeBack(lost));
    emulator.addFault({ endpoint: "sale", kind: "delay", ms: hour });
    forget(at(token("first call"), "pay", cardFields(nextCard())));
    await vi.waitUntil(async () => (await stateOf(token("first call"))).state === "authorising", { timeout: 30_000 });
    await vi.waitUntil(async () => (await stateOf(token("payment lost"))).state === "authorising", { timeout: 30_000 });
    await vi.waitUntil(() => emulator.state().faults.length === 0, { timeout: 30_000 });
    await (await kill(launcher, "web"))();
    emulator.dropSockets();
  });

  it("reports no payment as not charged while its outcome is unknown, and allows no second one", async () => {
    for (const name of ["payment made", "payment lost", "first call"]) {
      expect([name, (await stateOf(token(name))).money]).toEqual([name, "confirming"]);
      expect((await at(token(name), "pay", cardFields(nextCard()))).body.money).toBe("confirming");
    }
    expect(await stateOf(token("at the bank"))).toMatchObject({ state: "challenged", money: "not_charged" });
  });

  it("settles each payment by the gateway's books, and charges every payer at most once", async () => {
    await comeBack(returned);
    expect(await stateOf(token("at the bank"))).toMatchObject(charged);
    for (const name of ["payment made", "payment lost", "first call"]) await pass(token(name), 21);
    await untilIs(token("payment made"), charged);
    for (let seconds = 21; seconds < 110; seconds += 15) {
      expect((await stateOf(token("payment lost"))).money).toBe("confirming");
      await pass(token("payment lost"), 15);
    }
    await untilIs(token("payment lost"), notCharged);
    await pass(token("first call"), 40);
    await untilIs(token("first call"), notCharged);
    expect(heldCharges(emulator)).toHaveLength(2);
    expect(emulator.state().transactions.every(({ chargeCount }) => chargeCount <= 1)).toBe(true);
    expect(emulator.state().violations).toEqual([]);
  });
});

describe("kill -9 of the worker during live payments", () => {
  it("during an inquiry and during a void completes both once", async () => {
    const held = heldCharges(emulator).length;
    const [unknown, absent] = [await open(), await open()];
    const returns = [await payUntilReturn(unknown), await payUntilReturn(absent)];
    emulator.addFault({ endpoint: "payment", kind: "lost_after" });
    await comeBack(returns[0] as Return);
    emulator.addFault({ endpoint: "payment", kind: "lost_before" });
    await comeBack(returns[1] as Return);
    const [chargedId, absentId] = emulator
      .state()
      .transactions.slice(-2)
      .map((each) => each.transactionIdentifier);
    emulator.addFault({ endpoint: "transaction", kind: "delay", ms: hour, transactionIdentifier: chargedId ?? "" });
    emulator.addFault({ endpoint: "void", kind: "delay", ms: hour, transactionIdentifier: absentId ?? "" });
    await pass(unknown, 2);
    await pass(absent, 50);
    await vi.waitUntil(() => emulator.state().faults.length === 0, { timeout: 30_000 });
    await (await kill(launcher, "worker"))();
    emulator.dropSockets();
    // The killed worker held both attempts. The next worker takes them over when the leases end.
    for (const token of [unknown, absent]) await pass(token, 35);
    await untilIs(unknown, charged);
    await untilIs(absent, notCharged);
    expect(heldCharges(emulator)).toHaveLength(held + 1);
    expect(emulator.state().violations).toEqual([]);
  });
});

describe("an outage of the gateway", () => {
  it("refuses new payments quickly without counting an attempt, and payments work again after it without a restart", async () => {
    const token = await open();
    emulator.setDown("refuse");
    const card = nextCard();
    await expect
      .poll(async () => (await at(await open(), "pay", cardFields(card))).body, { timeout: 30_000, interval: 10 })
      .toMatchObject({ state: "hosted", notice: "not_reached", tries_left: 5 });
    const startedAt = performance.now();
    const { body } = await at(token, "pay", cardFields(card));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(body).toMatchObject({ ...notCharged, notice: "not_reached", tries_left: 5 });
    expect((await call(origin, "GET", "/readyz")).status).toBe(200);
    emulator.setDown(null);
    await expect
      .poll(async () => (await at(token, "pay", cardFields(card))).body.state, { timeout: 30_000, interval: 250 })
      .toBe("challenged");
  });
});

it("leaves no card number, password, token or bank's page in the database or the logs", async () => {
  const declined = await open();
  await comeBack(await payUntilReturn(declined, liveCards.declined));
  const places = [...(await dumpDatabase(live().databaseUrl)), { where: "logs", value: launcher.output() }];
  expect(cardsUsed.length).toBeGreaterThan(8);
  expect(findNumbers(places, cardsUsed)).toEqual([]);
  const secret = [...terminals.map(({ password }) => password), "powertranz_spi", "SpiToken"];
  const found = places.filter(({ value }) => secret.some((text) => String(value).includes(text)));
  expect(found.map(({ where }) => where)).toEqual([]);
});
