import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { closeBreaker, startEmulatorForFile, visitGateway } from "@/emulator/testing/emulator-for-file";
import { findChallengePage } from "@/lib/checkout/pay/answer-challenge";
import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { hour } from "@/lib/kit/clock";
import { extendEnv } from "@/lib/kit/env";
import { freshCard, lastAttemptOf } from "@/tests/support/in-process/checkout";
import type { StoryAcquirer } from "@/tests/support/in-process/interleaving";
import { describeInterleavings } from "@/tests/support/in-process/interleaving-suite";
import {
  heldCharges,
  letLiveClocksMoveForFile,
  openLiveSession,
  openLiveShop,
  submitLive,
} from "@/tests/support/in-process/live-checkout";
import type { FaultyEmulator, LiveKit } from "./kit";

const kinds = ["hang", "lost_after", "lost_before", "http_500_after", "null", "garbage_after"];

/** The stories of lib/checkout/session/interleavings.db.test.ts at a live acquirer, with faults of its gateway. */
export function describeLiveInterleavings<Started extends FaultyEmulator>(kit: LiveKit<Started>): void {
  const { calls, cards, neverApproved, attemptOf } = kit;
  const emulator = startEmulatorForFile(kit.definition);
  letLiveClocksMoveForFile();
  const endpoints = [...new Set([...calls.first, calls.payment, calls.query, calls.void, calls.order])];
  const faults = endpoints.flatMap((endpoint) => kinds.map((kind) => `${endpoint} ${kind}`));

  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  beforeAll(() => {
    // The card testing guard would refuse most of the cards of a long run.
    extendEnv({ RATE_LIMIT_FACTOR: "100000" });
    // Calls that hang end without an answer, so that the stories need not wait for their timeouts.
    timer = setInterval(() => {
      emulator().dropSockets();
      closing = closeBreaker(emulator());
    }, 20);
  });
  afterAll(async () => {
    clearInterval(timer);
    await closing;
    extendEnv({ RATE_LIMIT_FACTOR: "" });
  });
  afterEach(() => {
    expect(emulator().state().violations).toEqual([]);
  });

  /** The bank's pages, which a payer may still have open after the checkout has forgotten them. */
  const pages = new Map<string, string>();

  const acquirer: StoryAcquirer = {
    cardNumber: (name) => (name === "fresh" ? freshCard() : (cards[name] ?? "")),
    hanging: new Set(),
    open: openLiveSession,
    async pay(session, cardNumber) {
      const view = await submitLive(session, cardNumber);
      const html = await findChallengePage(session.token);
      if (html) pages.set(await lastAttemptOf(session), html);
      return view;
    },
    async findChallenge({ id }) {
      const attempts = await query<{ id: string }>(
        sql`SELECT id FROM attempt WHERE session_id = ${id} ORDER BY id DESC`,
      );
      return attempts.find((attempt) => pages.has(attempt.id))?.id ?? null;
    },
    visitBank: async (attemptId, visit) => (await visitGateway(pages.get(attemptId) ?? "", visit))?.fields ?? {},
    keepChallenge(attemptId, outcome) {
      if (outcome.status === "challenge" && outcome.html) pages.set(attemptId, outcome.html);
    },
    breakNext(fault) {
      const [endpoint = "", kind = ""] = fault.split(" ");
      emulator().addFault({ endpoint, kind, ms: hour });
    },
    async findHeld({ id }) {
      const attempts = await query<{ id: string }>(sql`SELECT id FROM attempt WHERE session_id = ${id}`);
      const held = heldCharges<ReturnType<Started["state"]>["transactions"][number]>(emulator()).map(attemptOf);
      return attempts.map((attempt) => attempt.id).filter((attemptId) => held.includes(attemptId));
    },
  };

  describeInterleavings({
    acquirer,
    environment: "live",
    openShop: openLiveShop,
    cardNames: ["fresh", ...Object.keys(cards)],
    isApprovable: (card) => !neverApproved.includes(card),
    faults,
    runs: inject("isDeep") ? 1_000 : 8,
  });
}
