import { afterEach, beforeEach, expect, it } from "vitest";
import { extendEnv } from "@/lib/kit/env";
import { mayReadMetrics } from "./metrics-access";

const token = "a token for prometheus";
const from = (address: string, authorization?: string) =>
  mayReadMetrics(
    new Request("http://x/metrics", {
      headers: { "x-client-address": address, ...(authorization && { authorization }) },
    }),
  );

beforeEach(() => {
  extendEnv({
    APP_ENV: "production",
    PUBLIC_URL: "https://pay.example.com",
    METRICS_TOKEN: token,
    RATE_LIMIT_FACTOR: "",
    CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  });
});
afterEach(() => extendEnv({ APP_ENV: "development", PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_FACTOR: "1" }));

it("shows production's metrics to loopback and to the holder of the token, to nobody else", () => {
  expect(from("127.0.0.1")).toBe(true);
  expect(from("::1")).toBe(true);
  expect(from("203.0.113.1", `Bearer ${token}`)).toBe(true);
  expect(from("203.0.113.1", "Bearer another")).toBe(false);
  expect(from("203.0.113.1")).toBe(false);
  expect(from("203.0.113.1", token)).toBe(false);
  const proxied = new Request("http://x/metrics", {
    headers: { "x-client-address": "127.0.0.1", "x-was-forwarded": "true" },
  });
  expect(mayReadMetrics(proxied)).toBe(false);
  extendEnv({ METRICS_TOKEN: "" });
  expect(from("203.0.113.1", "Bearer ")).toBe(false);
});

it("shows development's to all", () => {
  extendEnv({ APP_ENV: "development" });
  expect(from("203.0.113.1")).toBe(true);
});
