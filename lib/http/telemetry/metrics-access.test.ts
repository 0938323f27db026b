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
    TRUSTED_PROXIES: "none",
    RATE_LIMIT_FACTOR: "",
    CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  });
});
afterEach(() =>
  extendEnv({ APP_ENV: "development", PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_FACTOR: "1", METRICS_TOKEN: "" }),
);

it.each(["production", "development"])("requires the metrics token in %s if one is set", (APP_ENV) => {
  extendEnv({ APP_ENV });
  for (const address of ["127.0.0.1", "::1", "203.0.113.1"]) {
    expect(from(address)).toBe(false);
    expect(from(address, "Bearer another")).toBe(false);
    expect(from(address, "Bearer ")).toBe(false);
    expect(from(address, token)).toBe(false);
    expect(from(address, `Bearer ${token}`)).toBe(true);
  }
});

it("without a token, production shows metrics to no client, not even on loopback", () => {
  extendEnv({ METRICS_TOKEN: "" });
  for (const address of ["127.0.0.1", "::1", "203.0.113.1"]) {
    expect(from(address)).toBe(false);
    expect(from(address, "Bearer ")).toBe(false);
    expect(from(address, "Bearer undefined")).toBe(false);
    expect(from(address, `Bearer ${token}`)).toBe(false);
  }
});

it("without a token, development shows metrics to everyone, but never through a proxy", () => {
  extendEnv({ APP_ENV: "development", METRICS_TOKEN: "" });
  expect(from("203.0.113.1")).toBe(true);
  const proxied = new Request("http://x/metrics", {
    headers: { "x-client-address": "127.0.0.1", "x-was-forwarded": "true" },
  });
  expect(mayReadMetrics(proxied)).toBe(false);
});
