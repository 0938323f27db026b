import { afterEach, expect, it, vi } from "vitest";
import { env } from "@/lib/kit/env";
import { userOf } from "../servers";
import { storeTimeouts } from "./role-timeouts";

afterEach(() => vi.unstubAllEnvs());

it("time limits that PostgreSQL refuses become advice, because the migrations have succeeded", async () => {
  const first = /^ALTER ROLE "user of a pooler" IN DATABASE "\w+" SET statement_timeout = 12000;$/;
  expect(await storeTimeouts(env().DATABASE_URL ?? "", "user of a pooler")).toEqual({
    reason: 'role "user of a pooler" does not exist',
    statements: [expect.stringMatching(first), expect.any(String), expect.any(String)],
  });
});

it("the role is the user of the URL, or else the user that the connection gets", () => {
  vi.stubEnv("PGUSER", "ada");
  expect(userOf("postgresql://gr%40ce:secret@db1:5432,db2:5432/tradewind")).toBe("gr@ce");
  expect(userOf("postgresql://db1:5432,db2:5432/tradewind")).toBe("ada");
});
