import { expect, it } from "vitest";
import { visitGateway } from "@/emulator/testing/emulator-for-file";
import { second } from "@/lib/kit/clock";
import { rawEnv } from "@/lib/kit/env";
import { call } from "@/tests/support/http/client";
import { cleanAround } from "@/tests/support/http/launcher";
import { startLiveProductForFile } from "@/tests/support/http/live-launcher";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { freshCard } from "@/tests/support/in-process/checkout";
import { heldCharges } from "@/tests/support/in-process/live-checkout";
import type { FaultyEmulator, LiveKit } from "./kit";

const outageSeconds = Number(rawEnv().OUTAGE_SECONDS ?? 60);
const payersAtOnce = 8;
/** The payer's own request is answered after 15 s at most, plus the time of a busy machine. */
const requestLimitMs = 17 * second;

type Seen = { healthMs: number[]; payMs: number[]; states: Record<string, number> };

const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;

/** An outage under load. «OUTAGE_SECONDS=600 npm run test:deep -- <acquirer>/outage» plays one of ten minutes. */
export function describeOutage<Started extends FaultyEmulator>({ definition }: LiveKit<Started>): void {
  cleanAround();
  const live = startLiveProductForFile(definition);
  async function payOnce(seen: Seen): Promise<void> {
    const { origin, accountNumber } = live();
    const json = minimalFields(accountNumber, { environment: "live" });
    const { body } = await call(origin, "POST", requestPath, { json });
    const token = tokenOf(body.url);
    const startedAt = performance.now();
    const paid = await call(origin, "POST", `/checkout/${token}/pay`, { json: cardFields(freshCard()) });
    seen.payMs.push(performance.now() - startedAt);
    if (paid.body.state === "challenged") await comeBack(token, seen);
    const { state, money } = (await call(origin, "GET", `/checkout/${token}/state`)).body;
    const name = `${state} ${money}`;
    seen.states[name] = (seen.states[name] ?? 0) + 1;
  }

  async function comeBack(token: string, seen: Seen): Promise<void> {
    const { origin } = live();
    const { text } = await call(origin, "GET", `/checkout/${token}/challenge`);
    const posted = await visitGateway(text).catch(() => null);
    if (!posted) return;
    const startedAt = performance.now();
    await call(origin, "POST", new URL(posted.action).pathname, { form: posted.fields });
    seen.payMs.push(performance.now() - startedAt);
  }

  /** Payers pay, and the health check is read, for some time. */
  async function loadFor(milliseconds: number): Promise<Seen> {
    const seen: Seen = { healthMs: [], payMs: [], states: {} };
    const end = performance.now() + milliseconds;
    const payer = async () => {
      while (performance.now() < end) {
        await payOnce(seen);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    const prober = async () => {
      while (performance.now() < end) {
        const startedAt = performance.now();
        await call(live().origin, "GET", "/healthz");
        seen.healthMs.push(performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await Promise.all([prober(), ...Array.from({ length: payersAtOnce }, payer)]);
    return seen;
  }

  it.each(["hang", "refuse", "http_503"] as const)(
    `a gateway that is down (%s) for ${outageSeconds} s under load keeps every request within its limit, and payments work again after it without a restart`,
    async (mode) => {
      const { emulator, origin } = live();
      emulator.reset();
      const before = await loadFor(5 * second);
      expect(Object.keys(before.states)).toEqual(["finalised charged"]);
      emulator.setDown(mode);
      const during = await loadFor(outageSeconds * second);
      expect((await call(origin, "GET", "/readyz")).status).toBe(200);
      emulator.setDown(null);
      emulator.dropSockets();
      const report = {
        mode,
        payments: during.payMs.length,
        slowestPayMs: Math.round(Math.max(...during.payMs)),
        medianPayMs: Math.round(percentile(during.payMs, 0.5)),
        healthP99Ms: Math.round(percentile(during.healthMs, 0.99)),
        states: during.states,
      };
      console.log(JSON.stringify(report));
      expect(Math.max(...during.payMs)).toBeLessThan(requestLimitMs);
      expect(percentile(during.healthMs, 0.99)).toBeLessThan(100);
      expect(during.states["finalised charged"]).toBeUndefined();
      await expect
        .poll(async () => Object.keys((await loadFor(second)).states), { timeout: 60_000 })
        .toEqual(["finalised charged"]);
      const { transactions, violations } = emulator.state();
      expect(transactions.every(({ chargeCount }) => chargeCount <= 1)).toBe(true);
      expect(heldCharges(emulator).length).toBeGreaterThan(0);
      expect(violations).toEqual([]);
    },
    (outageSeconds + 180) * second,
  );
}
