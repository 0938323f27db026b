import { randomInt } from "node:crypto";
import fs from "node:fs";
import { expect, it, vi } from "vitest";
import { disconnect } from "@/lib/db/connection";
import { env, extendEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { createTracer } from "@/lib/kit/telemetry/otlp";
import { installTracer, tracer } from "@/lib/kit/telemetry/trace";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import {
  dumpDatabase,
  findCodes,
  findNumbers,
  type Place,
  placesIn,
  unusedCodes,
} from "@/tests/support/browser/traces";
import { startOtlpReceiver } from "@/tests/support/http/otlp-receiver";
import { withCheckDigit } from "@/tests/support/http/payments";
import { callerOf } from "@/tests/support/http/withdrawals";
import type { TestSession } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  openLiveSession,
  passLive,
  startLiveTestsAt,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import type { FaultyEmulator, LiveKit } from "./kit";

const rows = async (): Promise<Place[]> => dumpDatabase(env().DATABASE_URL ?? "");

const firstLine = "the log is searched for card data";

/** Everything that this process logs and exports as traces from now on. */
async function startRecording() {
  const receiver = await startOtlpReceiver();
  extendEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
  // As a process does at its start: before its first connection to the database.
  await disconnect();
  installTracer(createTracer("tradewind-test"));
  const { level } = log;
  log.level = "trace";
  const lines: string[] = [];
  const write = vi.spyOn(fs, "writeSync").mockImplementation((_file, text) => {
    lines.push(String(text));
    return Buffer.byteLength(String(text));
  });
  log.info(firstLine);
  return async (): Promise<Place[]> => {
    write.mockRestore();
    log.level = level;
    await tracer()?.stop();
    installTracer(undefined);
    await disconnect();
    extendEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
    receiver.close();
    return [
      ...lines.flatMap((line) => placesIn(line, "logs")),
      // The times of spans have so many digits that some are those of a card.
      ...receiver.bodies.flatMap((body) => placesIn(body, "traces")).filter(({ where }) => !/UnixNano$/.test(where)),
    ];
  };
}

/**
 * Card numbers and security codes that went to an acquirer are nowhere in the database, logs and traces: with every
 * flow of 3DS, with faults of each call, while payers are at the bank, and afterwards.
 */
export function testCardDataOfLivePayments<Started extends FaultyEmulator>(kit: LiveKit<Started>): void {
  const { emulator, shop } = startLiveTestsAt(kit.definition);
  const { calls, ownFaultKinds } = kit;
  const kinds = ["lost_before", "lost_after", "html", "garbage_after", ...Object.keys(ownFaultKinds)];
  const faults = [...calls.first, calls.payment].flatMap((endpoint) => kinds.map((kind) => ({ endpoint, kind })));

  it("payments leave no card number and no security code in the database, logs and traces", async () => {
    const codeOf = unusedCodes(await rows());
    const fresh: string[] = [];
    const codes: string[] = [];
    // The vendor's cards share digits with ids and times, so only their complete numbers count. A number that the log
    // had to remove is a leak, too.
    const whole = [...Object.values(kit.cards), "[card]"];
    const expectNothingIn = (places: readonly Place[]) => {
      expect(findNumbers(places, fresh)).toEqual([]);
      expect(findCodes(places, codes)).toEqual([]);
      expect(places.filter(({ value }) => whole.some((text) => String(value).includes(text)))).toEqual([]);
    };
    const submit = async (card: string) => {
      const session = await openLiveSession(shop());
      const cvc = codeOf(3);
      codes.push(cvc);
      await submitLive(session, card, { cvc });
      return session;
    };
    const payFresh = async () => {
      const card = withCheckDigit(`42${randomInt(10 ** 12, 10 ** 13)}`);
      fresh.push(card);
      const session = await submit(card);
      await visitLive(session);
      return session;
    };
    const stopRecording = await startRecording();

    const visitors: TestSession[] = [];
    for (const card of Object.values(kit.cards)) visitors.push(await submit(card));
    expectNothingIn(await rows());
    for (const session of visitors) await visitLive(session);
    for (const { endpoint, kind } of drawCases(faults, 14)) {
      emulator().addFault({ endpoint, kind, ...(kind === "code" && { code: "05" }) });
      await passLive(await droppingSockets(emulator(), payFresh()), emulator(), 1);
      emulator().reset();
    }
    const paid = await payFresh();
    await requestRefund(callerOf(shop().accountNumber), "live", paid.transactionId, { amount: 100n });
    await passLive(paid, emulator(), 5);

    const written = await stopRecording();
    const places = [...(await rows()), ...written];
    // The search covers the payments: it sees the last digits of their cards, the log and calls to the gateway.
    const values = new Set(places.map(({ value }) => value));
    expect(fresh.filter((card) => !values.has(card.slice(-4)))).toEqual([]);
    for (const text of ["gateway authorise", firstLine]) expect(values).toContain(text);
    expectNothingIn(places);
  });
}
