import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { day, hour, later } from "@/lib/kit/clock";
import { sendErrors } from "@/lib/webhooks/delivery/send-errors";
import { findDeliveryLine, listDeliveryLines, resendFailed } from "@/lib/webhooks/inspect";
import { openTestAccount } from "@/tests/support/http/accounts";
import { deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { readHealth } from "./read-health";

let owner: Owner;
let caller: Caller;
let endpoint: string;

beforeEach(async () => {
  owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" };
  caller = callerOf(owner.accountNumber);
  endpoint = (await newEndpoint(owner, "https://hooks.shop.example/in")).id;
});

type Outcome = { status: "delivered" | "failed" | "pending"; endedAt?: Date; answer?: number; error?: string };

async function deliver({ status, endedAt, answer, error }: Outcome, who = owner, to = endpoint) {
  await happen(who);
  const delivery = (await deliveriesOf(to)).at(-1);
  const id = delivery?.id ?? "";
  const attempt = { at: endedAt ?? later(0), durationMs: 80, url: "https://hooks.shop.example/in", requestHeaders: {} };
  const isAttempted = answer !== undefined || error !== undefined;
  await db().webhookDelivery.update({
    where: { id },
    data: {
      status,
      endedAt: endedAt ?? null,
      tries: isAttempted ? 1 : 0,
      ...(isAttempted && { made: { create: { ...attempt, status: answer ?? null, error: error ?? null } } }),
    },
  });
  return { id, eventId: delivery?.eventId ?? "" };
}

it("counts what ended within 24 hours, and names the start and the reasons of failures", async () => {
  await deliver({ status: "delivered", endedAt: later(-hour), answer: 200 });
  await deliver({ status: "delivered", endedAt: later(-2 * day), answer: 200 });
  const first = later(-30 * hour);
  await deliver({ status: "failed", endedAt: first, error: sendErrors.tooSlow });
  await deliver({ status: "failed", endedAt: later(-hour), answer: 503 });
  await deliver({ status: "failed", endedAt: later(-hour), answer: 503 });
  await deliver({ status: "pending" });
  expect(await readHealth(caller, "sandbox", endpoint)).toEqual({
    lastDay: { delivered: 1, failed: 2 },
    failing: {
      deliveries: 3,
      since: first,
      reasons: [
        { status: 503, error: null },
        { status: null, error: sendErrors.tooSlow },
      ],
    },
  });
  expect((await resendFailed(caller, endpoint, first)).data.deliveries).toBe(3);
  expect((await readHealth(caller, "sandbox", endpoint)).failing).toBeNull();
});

it("counts neither the deliveries of another account nor events that the caller may not read", async () => {
  const other = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" } as const;
  const foreign = (await newEndpoint(other, "https://hooks.shop.example/in")).id;
  await deliver({ status: "failed", endedAt: later(-hour), answer: 500 }, other, foreign);
  await deliver({ status: "failed", endedAt: later(-hour), answer: 500 });
  const nothing = { lastDay: { delivered: 0, failed: 0 }, failing: null };
  expect(await readHealth(caller, "sandbox", foreign)).toEqual(nothing);
  const narrow = { ...caller, scopes: new Set(["svc-user-retrieve"] as const) };
  expect(await readHealth(narrow, "sandbox", endpoint)).toEqual(nothing);
});

it("lists deliveries as retrying only after an attempt, and finds one by its event", async () => {
  await deliver({ status: "pending" });
  const retrying = await deliver({ status: "pending", answer: 503 });
  const { data, meta } = await listDeliveryLines(caller, endpoint, { status: "retrying" });
  expect([data.map(({ id }) => id), meta.total]).toEqual([[retrying.id], 1]);
  expect(data[0]).toMatchObject({ attempts: 1, tries: [{ status: 503 }] });
  expect(await findDeliveryLine(caller, endpoint, { eventId: retrying.eventId })).toMatchObject({ id: retrying.id });
  expect(await findDeliveryLine(caller, endpoint, { eventId: "evt_unknown" })).toBeNull();
  const narrow = { ...caller, scopes: new Set(["svc-user-retrieve"] as const) };
  expect(await findDeliveryLine(narrow, endpoint, { deliveryId: retrying.id })).toBeNull();
});
