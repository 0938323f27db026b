import { beforeAll, describe, expect, it, vi } from "vitest";
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
import type { FaultyEmulator, LiveKit } from "./kit";

type Secrets = {
  /** Texts of the gateway that must never be stored or logged. */
  texts: readonly string[];
  /** A card that is declined at once. */
  declined: string;
};

/**
 * Live payments on the whole product, with an emulator. Processes are killed at every step of a payment. The session
 * clocks are stopped, so that only the tests advance time.
 */
export function describeKilledProcesses<Started extends FaultyEmulator>(kit: LiveKit<Started>, secrets: Secrets): void {
  const { calls, definition } = kit;
  cleanAround();

  const live = startLiveProductForFile(definition);
  let [emulator, launcher, origin] = [{} as Started, {} as Launcher, ""];
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

  /** A card whose payment leads to a page of the bank. */
  function nextCard(): string {
    const card = kit.pagedCard ?? freshCard();
    cardsUsed.push(card);
    return card;
  }

  type Return = { path: string; fields: Record<string, string> };

  /** Pays up to the return from the bank. */
  async function payUntilReturn(token: string, card = nextCard()): Promise<Return> {
    expect((await at(token, "pay", cardFields(card))).body).toMatchObject({
      state: "challenged",
      money: "not_charged",
    });
    const { text } = await call(origin, "GET", `/checkout/${token}/challenge`);
    const posted = await visitGateway(text);
    if (!posted) throw new Error("The bank did not return.");
    return { path: new URL(posted.action).pathname, fields: posted.fields };
  }

  const comeBack = ({ path, fields }: Return) => call(origin, "POST", path, { form: fields });
  const forget = (work: Promise<unknown>) => void work.catch(() => {});

  const untilCharged = () =>
    vi.waitUntil(() => emulator.state().transactions.some(({ chargeCount }) => chargeCount > 0), { timeout: 30_000 });
  const untilFaulty = () => vi.waitUntil(() => emulator.state().faults.length === 0, { timeout: 30_000 });

  const untilIs = (token: string, wanted: Partial<SessionView>) =>
    expect.poll(() => stateOf(token), { timeout: 30_000, interval: 100 }).toMatchObject(wanted);

  const charged = { state: "finalised", money: "charged" } as const;
  const notCharged = { state: "hosted", money: "not_charged" } as const;

  describe("kill -9 of the web process during live payments", () => {
    const tokens: Record<string, string> = {};
    const token = (name: string) => tokens[name] ?? "";
    let returned: Return;

    it("is possible at every step", async () => {
      for (const name of ["at the bank", "payment made", "payment lost", ...calls.first]) tokens[name] = await open();
      returned = await payUntilReturn(token("at the bank"));
      const made = await payUntilReturn(token("payment made"));
      const lost = await payUntilReturn(token("payment lost"));
      emulator.addFault({ endpoint: calls.payment, kind: "delay", ms: hour });
      forget(comeBack(made));
      await untilCharged();
      emulator.addFault({ endpoint: calls.payment, kind: "hang" });
      forget(comeBack(lost));
      for (const name of calls.first) {
        await untilFaulty();
        emulator.addFault({ endpoint: name, kind: "delay", ms: hour });
        forget(at(token(name), "pay", cardFields(nextCard())));
        await vi.waitUntil(async () => (await stateOf(token(name))).state === "authorising", { timeout: 30_000 });
      }
      await vi.waitUntil(async () => (await stateOf(token("payment lost"))).state === "authorising", {
        timeout: 30_000,
      });
      await untilFaulty();
      await (await kill(launcher, "web"))();
      emulator.dropSockets();
    });

    it("reports no payment as not charged while its outcome is unknown, and allows no second one", async () => {
      for (const name of ["payment made", "payment lost", ...calls.first]) {
        expect([name, (await stateOf(token(name))).money]).toEqual([name, "confirming"]);
        expect((await at(token(name), "pay", cardFields(nextCard()))).body.money).toBe("confirming");
      }
      expect(await stateOf(token("at the bank"))).toMatchObject({ state: "challenged", money: "not_charged" });
    });

    it("settles each payment by the gateway's books, and charges every payer at most once", async () => {
      await comeBack(returned);
      expect(await stateOf(token("at the bank"))).toMatchObject(charged);
      for (const name of ["payment made", "payment lost", ...calls.first]) await pass(token(name), 21);
      await untilIs(token("payment made"), charged);
      for (let seconds = 21; seconds < 110; seconds += 15) {
        expect((await stateOf(token("payment lost"))).money).toBe("confirming");
        await pass(token("payment lost"), 15);
      }
      await pass(token("payment lost"), 15);
      await untilIs(token("payment lost"), notCharged);
      for (const name of calls.first) await pass(token(name), 40);
      for (const name of calls.first) await untilIs(token(name), notCharged);
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
      emulator.addFault({ endpoint: calls.payment, kind: "lost_after" });
      await comeBack(returns[0] as Return);
      emulator.addFault({ endpoint: calls.payment, kind: "lost_before" });
      await comeBack(returns[1] as Return);
      const [chargedId, absentId] = emulator
        .state()
        .transactions.slice(-2)
        .map((each) => each.transactionIdentifier);
      emulator.addFault({ endpoint: calls.query, kind: "delay", ms: hour, transactionIdentifier: chargedId ?? "" });
      emulator.addFault({ endpoint: calls.void, kind: "delay", ms: hour, transactionIdentifier: absentId ?? "" });
      await pass(unknown, 2);
      await pass(absent, 50);
      await untilFaulty();
      await (await kill(launcher, "worker"))();
      emulator.dropSockets();
      // The killed worker held both attempts. The next worker takes them over when the leases end.
      for (const token of [unknown, absent]) await pass(token, 45);
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
    await at(await open(), "pay", cardFields(secrets.declined));
    const places = [...(await dumpDatabase(live().databaseUrl)), { where: "logs", value: launcher.output() }];
    expect(cardsUsed.length).toBeGreaterThan(8);
    expect(findNumbers(places, cardsUsed)).toEqual([]);
    const found = places.filter(({ value }) => secrets.texts.some((text) => String(value).includes(text)));
    expect(found.map(({ where }) => where)).toEqual([]);
  });
}
