import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { passChallenge } from "@/tests/support/http/bank";
import { bankAnswer, chargeRequest, createStandingClock } from "@/tests/support/in-process/charges";
import { createSandboxAcquirer } from "./acquirer";
import { challengePath } from "./challenge-form";
import { answerSandboxChallenge } from "./challenge-page";

const gateway = createSandboxAcquirer(createStandingClock());
const rounds = 12;

async function passedChallenge() {
  const request = chargeRequest({ card: "4000000000003220" });
  const first = await gateway.authorise(request);
  if (first.status !== "challenge") throw new Error("expected a challenge");
  return bankAnswer(request.attemptId, await passChallenge(first.html));
}

const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, () => work()));

it("20 parallel calls under one id make one charge", async () => {
  const request = chargeRequest();
  const outcomes = await times(20, () => gateway.authorise(request));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(await db().sandboxCharge.count({ where: { id: request.attemptId } })).toBe(1);
});

it("20 parallel answers to one challenge make one charge", async () => {
  const answer = await passedChallenge();
  const outcomes = await times(20, () => gateway.completeChallenge(answer));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(outcomes[0]).toMatchObject({ status: "approved" });
});

it("20 parallel answers to a device check show the bank's next page, and make no charge", async () => {
  const request = chargeRequest({ card: "4000000000003220", simulation: { bank: "checks_device" } });
  await gateway.authorise(request);
  const outcomes = await times(20, () => gateway.completeChallenge(bankAnswer(request.attemptId)));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(outcomes[0]).toMatchObject({ status: "challenge", html: expect.stringContaining("To your bank") });
  const charge = await db().sandboxCharge.findUniqueOrThrow({ where: { id: request.attemptId } });
  expect(charge).toMatchObject({ challenge: "pending", completedAt: null });
});

it("a challenge answer after the void makes no charge", async () => {
  const answer = await passedChallenge();
  await gateway.void(answer.attemptId);
  await gateway.completeChallenge(answer);
  const charge = await db().sandboxCharge.findUniqueOrThrow({ where: { id: answer.attemptId } });
  expect(charge.completedAt).toBeNull();
});

it("a genuine and a forged challenge answer at the same moment get one final outcome", async () => {
  for (let round = 0; round < rounds; round++) {
    const { attemptId, fields } = await passedChallenge();
    const outcomes = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((turn) =>
        gateway.completeChallenge(bankAnswer(attemptId, (turn + round) % 2 ? fields : {})),
      ),
    );
    const final = await gateway.inquire(attemptId);
    for (const outcome of outcomes) expect(outcome).toEqual(final);
  }
});

it("a challenge that is voided at the moment of its answer is never charged", async () => {
  for (let round = 0; round < rounds; round++) {
    const answer = await passedChallenge();
    const id = answer.attemptId;
    const [voids, answers] = await Promise.all([
      times(3, () => gateway.void(id)),
      times(3, () => gateway.completeChallenge(answer)),
    ]);
    for (const outcome of voids) expect(outcome).toEqual({ status: "voided" });
    for (const { status } of answers) expect(["approved", "voided"]).toContain(status);
    expect(await gateway.inquire(id)).toEqual({ status: "voided" });
    expect(await gateway.completeChallenge(answer)).toEqual({ status: "voided" });
    const { completedAt } = await db().sandboxCharge.findUniqueOrThrow({ where: { id } });
    // If the acquirer's table has no completed charge, no call may have returned an approval.
    if (completedAt === null) expect(answers).toEqual(answers.map(() => ({ status: "voided" })));
  }
});

it("parallel refunds never exceed the charge, and one id is refunded once", async () => {
  const request = chargeRequest({ amount: 1000n });
  await gateway.authorise(request);
  const refund = (refundId: string) =>
    gateway.refund({ refundId, attemptId: request.attemptId, amount: 300n, currency: "TTD", simulation: null });
  const repeated = newUlid();
  const same = await times(10, () => refund(repeated));
  expect(same).toEqual(same.map(() => ({ status: "refunded" })));
  const others = await times(10, () => refund(newUlid()));
  expect(others.filter(({ status }) => status === "refunded")).toHaveLength(2);
  const { refunded } = await db().sandboxCharge.findUniqueOrThrow({ where: { id: request.attemptId } });
  expect(refunded).toBe(900n);
});

it("a void and a refund at the same moment return the money only once", async () => {
  for (let round = 0; round < rounds; round++) {
    const { attemptId, amount, currency } = chargeRequest();
    await gateway.authorise({ ...chargeRequest(), attemptId });
    const [voided, refunded] = await Promise.all([
      gateway.void(attemptId),
      gateway.refund({ refundId: newUlid(), attemptId, amount, currency, simulation: null }),
    ]);
    expect([voided.status, refunded.status].sort()).toEqual(
      voided.status === "voided" ? ["error", "voided"] : ["error", "refunded"],
    );
  }
});

it("parallel guesses of the bank's code are all counted", async () => {
  const request = chargeRequest({ card: "4000000000003220" });
  await gateway.authorise(request);
  const key = challengePath(request.attemptId).split("/").at(-1) ?? "";
  await times(12, () => answerSandboxChallenge(key, { code: "000000" }));
  await answerSandboxChallenge(key, { code: "123456" });
  const charge = await db().sandboxCharge.findUniqueOrThrow({ where: { id: request.attemptId } });
  expect(charge).toMatchObject({ challenge: "failed", challengeTries: 3 });
});
