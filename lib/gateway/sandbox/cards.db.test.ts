import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { testCards } from "@/lib/reference/test-cards";
import { passChallenge } from "@/tests/support/http/bank";
import { bankAnswer, type Charging, chargeRequest, createStandingClock } from "@/tests/support/in-process/charges";
import type { Outcome } from "../port";
import { createSandboxAcquirer } from "./acquirer";

/** An acquirer with its own clock, so that tests do not affect each other. */
function open(charging: Charging) {
  const clock = createStandingClock();
  const gateway = createSandboxAcquirer(clock);
  const request = chargeRequest(charging);
  const id = request.attemptId;
  const inquire = () => gateway.inquire(id);
  const authorise = () => gateway.authorise(request);
  /** Starts the charge, and tracks whether the acquirer has answered. */
  const call = () => watch(authorise());
  return { clock, gateway, id, inquire, authorise, call, request };
}

function watch(answer: Promise<Outcome>) {
  const watched = { answer, isAnswered: false };
  answer.then(() => (watched.isAnswered = true));
  return watched;
}

const row = (id: string) => db().sandboxCharge.findUniqueOrThrow({ where: { id } });
const written = async (id: string) => {
  while ((await db().sandboxCharge.count({ where: { id } })) === 0);
};
const approved = (avs = "match") => ({ status: "approved", avs, reference: expect.any(String) });
const authenticated = () => ({ ...approved(), isAuthenticated: true });
const declined = (code: string) => ({ status: "declined", code });
const unknown = { status: "unknown" };

const immediate: Record<string, object> = {
  "4000000000000002": declined("05"),
  "4000000000009995": declined("51"),
  "4000000000009987": declined("41"),
  "4000000000009979": declined("43"),
  "4000000000000069": declined("54"),
  "4000000000000127": declined("82"),
  "4000000000000119": declined("91"),
  "4000000000000010": approved("street_and_zip_fail"),
  "4000000000000028": approved("street_fail"),
  "4000000000000036": approved("zip_fail"),
  "4000000000000044": approved("unavailable"),
  "4000008400001280": declined("3D"),
  "4000000000003055": approved(),
  // For card numbers that are not test cards, the check digit decides between approval and decline.
  "4012888888881881": approved(),
  "4012888888881882": declined("14"),
};
for (const { number, group } of testCards) if (group === "approve") immediate[number] = approved();

const challenged: Record<string, object> = {
  "4000000000003220": authenticated(),
  "4000008400001629": declined("05"),
  "4000008260003178": declined("51"),
};
const faulty = ["4000000000000341", "4000000000000358", "4000000000000366", "4000000000000374"];

it("every listed test card has a test below", () => {
  const tested = new Set([...Object.keys(immediate), ...Object.keys(challenged), ...faulty]);
  expect(testCards.filter(({ number }) => !tested.has(number))).toEqual([]);
});

describe("by card", () => {
  it.each(Object.entries(immediate))("card %s is answered at once", async (card, outcome) => {
    const { authorise, inquire } = open({ card });
    expect(await authorise()).toEqual(outcome);
    expect(await inquire()).toEqual(outcome);
  });

  it.each(Object.entries(challenged))("card %s is challenged first", async (card, outcome) => {
    const { authorise, inquire, gateway, id } = open({ card });
    const first = await authorise();
    if (first.status !== "challenge") throw new Error("expected a challenge");
    const fields = await passChallenge(first.html);
    expect(await gateway.completeChallenge(bankAnswer(id, fields))).toEqual(outcome);
    expect(await inquire()).toEqual(outcome);
  });

  it("card …0341 is approved 8 s after the call by the session's clock, not by real time", async () => {
    const { clock, call, inquire, id } = open({ card: "4000000000000341" });
    const watched = call();
    await written(id);
    clock.advance(7.999);
    expect(await inquire()).toEqual(unknown);
    expect(watched.isAnswered).toBe(false);
    clock.advance(0.001);
    expect(await watched.answer).toEqual(approved());
    expect(await inquire()).toEqual(approved());
  });

  it.each([
    ["4000000000000358", approved()],
    ["4000000000000366", declined("05")],
    ["4000000000000374", null],
  ])("card %s has no answer, and an inquiry knows its outcome 20 s after the call or never", async (card, truth) => {
    const { clock, call, inquire, id } = open({ card });
    const { answer } = call();
    await written(id);
    clock.advance(15);
    expect(await answer).toEqual(unknown);
    clock.advance(4.999);
    expect(await inquire()).toEqual(unknown);
    clock.advance(0.001);
    expect(await inquire()).toEqual(truth ?? unknown);
    clock.advance(86_400);
    expect(await inquire()).toEqual(truth ?? unknown);
  });

  it("a lost answer stays unknown even if the clock jumps past all delays", async () => {
    const { clock, call, id, inquire } = open({ card: "4000000000000358" });
    const { answer } = call();
    await written(id);
    clock.advance(300);
    expect(await answer).toEqual(unknown);
    expect(await inquire()).toEqual(approved());
  });
});

describe("by the drawer", () => {
  it.each([
    ["approve", "4000000000000002", approved()],
    ["approve", "4000000000003220", approved()],
    ["decline", "4111111111111111", declined("05")],
    ["card", "4000000000009995", declined("51")],
  ] as const)("the drawer's «%s» overrides the card %s", async (gateway, card, outcome) => {
    expect(await open({ card, simulation: { gateway } }).authorise()).toEqual(outcome);
  });

  it("the drawer's AVS answer overrides the card's", async () => {
    const simulation = { avs: "zip_fail" } as const;
    expect(await open({ card: "4000000000000010", simulation }).authorise()).toEqual(approved("zip_fail"));
    expect(await open({ simulation: { avs: "card" } }).authorise()).toEqual(approved());
  });

  it.each([
    ["slow_3_s", 3],
    ["slow", 8],
    ["slow_12_s", 12],
  ] as const)("the drawer's «%s» delays the card's answer by %i s", async (gateway, seconds) => {
    const { clock, call, id } = open({ card: "4000000000009995", simulation: { gateway } });
    const watched = call();
    await written(id);
    clock.advance(seconds - 0.001);
    expect(watched.isAnswered).toBe(false);
    clock.advance(0.001);
    expect(await watched.answer).toEqual(declined("51"));
  });

  it("«late_approval» is not found until 60 s after the call, not even by a void, and then approved", async () => {
    const { clock, call, inquire, gateway, id } = open({ simulation: { gateway: "late_approval" } });
    const { answer } = call();
    await written(id);
    clock.advance(15);
    expect(await answer).toEqual(unknown);
    clock.advance(44.999);
    expect(await inquire()).toEqual({ status: "not_found" });
    expect(await gateway.void(id)).toEqual({ status: "not_found" });
    clock.advance(0.001);
    expect(await inquire()).toEqual(approved());
    expect(await gateway.void(id)).toEqual({ status: "voided" });
  });

  it("«late_approval_settled» is approved as late as that, and can be refunded but never voided", async () => {
    const { clock, call, inquire, gateway, id } = open({ simulation: { gateway: "late_approval_settled" } });
    const watched = call();
    await written(id);
    clock.advance(15);
    expect(await watched.answer).toEqual(unknown);
    expect(await gateway.void(id)).toEqual({ status: "not_found" });
    clock.advance(45);
    expect(await inquire()).toEqual(approved());
    expect(await gateway.void(id)).toMatchObject({ status: "error" });
    const refund = { refundId: newUlid(), attemptId: id, amount: 1205n, currency: "TTD", simulation: null } as const;
    expect(await gateway.refund(refund)).toEqual({ status: "refunded" });
  });

  it("a fault keeps the card's challenge and affects the call that moves money", async () => {
    const simulation = { gateway: "no_answer_approved" } as const;
    const { clock, authorise, inquire, gateway, id } = open({ card: "4000008400001629", simulation });
    const first = await authorise();
    if (first.status !== "challenge") throw new Error("expected a challenge");
    clock.advance(100);
    const fields = await passChallenge(first.html);
    const answer = gateway.completeChallenge(bankAnswer(id, fields));
    while (!(await row(id)).completedAt);
    expect(await inquire()).toEqual(unknown);
    clock.advance(15);
    expect(await answer).toEqual(unknown);
    clock.advance(5);
    expect(await inquire()).toEqual(authenticated());
  });
});

it("a charge that is voided while its call waits is answered as voided", async () => {
  const { clock, call, gateway, id } = open({ card: "4000000000000341" });
  const { answer } = call();
  await written(id);
  expect(await gateway.void(id)).toEqual({ status: "voided" });
  clock.advance(8);
  expect(await answer).toEqual({ status: "voided" });
});

it("the sandbox acquirer stores nothing of the card", async () => {
  const { authorise, id, request } = open({ card: "4012888888881881" });
  await authorise();
  const { amount, refunded, ...rest } = await row(id);
  expect([amount, refunded]).toEqual([1205n, 0n]);
  const text = JSON.stringify(rest);
  for (const secret of [request.card.number, "1881", request.card.name, '"123"', "2031"]) {
    expect(text).not.toContain(secret);
  }
});

it("the sandbox acquirer does not use real time: an inquiry of an unknown id returns at once", async () => {
  const gateway = createSandboxAcquirer({ timeOf: () => Promise.reject(new Error("no session")) });
  expect(await gateway.inquire(newUlid())).toEqual({ status: "not_found" });
});
