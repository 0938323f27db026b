import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Caller } from "@/lib/http/message/caller";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { minute } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { enforceRateLimit } from "./rate-limit";

const { pass } = movingClock();

const limited = (failing: "open" | "closed") =>
  endpoint({
    name: "limited",
    method: "POST",
    path: `/limited-${failing}`,
    summary: "",
    auth: "none",
    scopes: [],
    limit: { ...perMinute(5), failing },
    success: { status: 200, schema: z.object({}) },
  });

const callerWith = (credential: Caller["credential"]): Caller => ({
  accountNumber: "2000000001",
  accountType: "BUSINESS",
  homePlatform: "TT",
  platforms: ["TT"],
  canGoLive: true,
  scopes: new Set(),
  credential,
});
const bearer = callerWith({ kind: "bearer", familyId: "f" });
const key = callerWith({ kind: "api-key", kid: "k", environment: "sandbox" });

const take = (caller: Caller | null, address: string, failing: "open" | "closed" = "open") =>
  enforceRateLimit(limited(failing), caller, address).then(
    (headers) => headers.ratelimit ?? "uncounted",
    (error) => ({ status: error.status, ...error.headers }),
  );

describe("a rate limit", () => {
  it("accepts five requests, reports the remaining ones, and refuses the sixth until the minute ends", async () => {
    const answers = [];
    for (let turn = 0; turn < 6; turn++) answers.push(await take(null, "203.0.113.1"));
    expect(answers.slice(0, 5)).toEqual([4, 3, 2, 1, 0].map((left) => `"default";r=${left};t=60`));
    expect(answers[5]).toMatchObject({ status: 429, "retry-after": "60", "ratelimit-policy": '"default";q=5;w=60' });
    pass(minute - 1);
    expect(await take(null, "203.0.113.1")).toMatchObject({ status: 429, "retry-after": "1" });
    pass(1);
    expect(await take(null, "203.0.113.1")).toBe('"default";r=4;t=60');
  });

  it("is exact under parallel requests", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => take(null, "203.0.113.2")));
    expect(answers.filter((answer) => typeof answer === "string")).toHaveLength(5);
  });

  it("counts an account over all its credentials and addresses, and anonymous clients by IPv6 /64", async () => {
    for (const [caller, address] of [
      [bearer, "203.0.113.3"],
      [key, "203.0.113.4"],
      [bearer, "::1"],
      [key, "::2"],
      [key, "::3"],
    ] as const) {
      expect(await take(caller, address)).toBeTypeOf("string");
    }
    expect(await take(bearer, "203.0.113.99")).toMatchObject({ status: 429 });
    for (let host = 1; host <= 5; host++) expect(await take(null, `2001:db8:7:7::${host}`)).toBeTypeOf("string");
    expect(await take(null, "2001:db8:7:7:ffff::1")).toMatchObject({ status: 429 });
    expect(await take(null, "2001:db8:7:8::1")).toBeTypeOf("string");
  });

  it("fails closed where passwords are checked, and open elsewhere, while the counters are unreachable", async () => {
    const rename = (from: string, to: string) =>
      administer(env().DATABASE_URL ?? "", `ALTER TABLE ${from} RENAME TO ${to}`);
    await rename("rate_window", "rate_window_away");
    try {
      expect(await take(null, "203.0.113.5", "closed")).toMatchObject({ status: 429, "retry-after": "60" });
      expect(await take(null, "203.0.113.5", "open")).toBe("uncounted");
    } finally {
      await rename("rate_window_away", "rate_window");
    }
  });
});
