import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Caller } from "@/lib/http/message/caller";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { fromRequest } from "@/lib/http/message/incoming";
import type { Answer } from "@/lib/http/message/respond";
import { AppError } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { withIdempotency } from "./idempotency";

const contract = endpoint({
  name: "pay",
  method: "POST",
  path: "/pay",
  summary: "",
  auth: "none",
  scopes: [],
  limit: perMinute(5),
  idempotent: true,
  success: { status: 201, schema: z.object({}) },
});

let keys = 0;
const newKey = () => `key-${++keys}`;

type Perform = () => Promise<Answer>;
const send = (key: string, perform: Perform, body = "{}", caller: Caller | null = null) => {
  const request = fromRequest(new Request("http://x/api/pay", { method: "POST", headers: { "idempotency-key": key } }));
  const subject = { contract, caller, request, bytes: new TextEncoder().encode(body) };
  return withIdempotency(subject, { prepare: async () => null, perform });
};

/** Inserts a row, as a trace that the work was performed. */
const mark = async (name: string) => {
  await query(sql`INSERT INTO rate_window (bucket, hits, resets_at) VALUES (${name}, 1, now())`);
};
const marks = (name: string) => db().rateWindow.count({ where: { bucket: name } });
const done: Answer = { status: 201, body: '{"message":"Created"}' };
const refusal = () => new AppError("invalid", "Not now.");

describe("an idempotency key", () => {
  it("rolls back the work of a refusal and stores the refusal", async () => {
    const key = newKey();
    const refused = await send(key, async () => {
      await mark(key);
      throw refusal();
    });
    expect(refused.status).toBe(400);
    expect(await marks(key)).toBe(0);
    const again = await send(key, async () => done);
    expect(again).toMatchObject({ status: 400, headers: { "idempotency-replayed": "true" } });
  });

  it("is a separate key in each environment of an account's API keys", async () => {
    const key = newKey();
    const by = (environment: Environment) =>
      ({ accountNumber: "2000000000", credential: { kind: "api-key", kid: "k", environment } }) as unknown as Caller;
    await send(key, async () => done, "{}", by("sandbox"));
    expect((await send(key, async () => done, "{}", by("live"))).headers).toBeUndefined();
    expect((await send(key, async () => done, "{}", by("sandbox"))).headers).toBeDefined();
  });

  it("stores a refusal even if the work aborted its transaction", async () => {
    const key = newKey();
    const refused = await send(key, async () => {
      await mark(key);
      await mark(key).catch(() => {
        throw refusal();
      });
      return done;
    });
    expect(refused.status).toBe(400);
    expect((await send(key, async () => done)).status).toBe(400);
  });

  it("stores nothing after an unexpected failure, so that the retry does the work", async () => {
    const key = newKey();
    const failing = send(key, async () => {
      await mark(key);
      throw new Error("power cut");
    });
    await expect(failing).rejects.toThrow("power cut");
    expect(await marks(key)).toBe(0);
    expect((await send(key, async () => done)).headers).toBeUndefined();
  });

  it("never returns a refusal after the work is done, in every interleaving of requests", async () => {
    for (let round = 0; round < 40; round++) {
      const key = newKey();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 6 }, (_, turn) =>
          send(key, async () => {
            if (turn % 2 === round % 2) throw refusal();
            await mark(key);
            return done;
          }),
        ),
      );
      const answers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.status] : []));
      const [final, count] = [await send(key, async () => done), await marks(key)];
      expect(new Set(answers).size).toBe(1);
      expect(answers).toContain(final.status);
      expect(count).toBe(final.status === 201 ? 1 : 0);
    }
  });

  it("is refused with another body, before and after the work is done", async () => {
    const key = newKey();
    await send(key, async () => done, '{"a":1}');
    await expect(send(key, async () => done, '{"a":2}')).rejects.toMatchObject({ status: 422 });
  });
});
