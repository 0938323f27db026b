import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { extendEnv } from "@/lib/kit/env";
import type { Environment } from "@/lib/reference/platforms";
import { responseUrlProblem } from "./response-url";

const emulator = "http://127.0.0.1:3099";
const localShops = [
  "http://127.0.0.1:3099/return",
  "http://localhost:4000/return",
  "http://shop.localhost/return",
  "http://[::1]:4000/return",
];
const elsewhere = [
  "http://shop.example/return",
  "http://192.168.1.5/return",
  "http://localhost.example/return",
  "http://127.0.0.1.example/return",
];
const problemOf = (address: string, environment: Environment = "live", hosts: string[] = []) =>
  responseUrlProblem(address, { environment, hosts });

afterEach(() => {
  extendEnv({ GATEWAY_EMULATOR: "" });
});

describe("the response_url of a live request at the gateway emulator", () => {
  beforeEach(() => {
    extendEnv({ GATEWAY_EMULATOR: emulator });
  });

  it.each(localShops)("may be %s, which is on this machine", (address) => {
    expect(problemOf(address)).toBeNull();
  });

  it.each(elsewhere)("must use https on another machine: %s", (address) => {
    expect(problemOf(address)).toBe("must use https.");
  });

  it("may be the return page of the demo shop", () => {
    expect(problemOf("http://localhost:3000/demo/return")).toBeNull();
    expect(problemOf("http://localhost:3000/demo")).toBe("must not be an address of this service.");
  });

  it("must not be an address of this service, and must be on a registered host if there are any", () => {
    expect(problemOf("http://localhost:3000/return")).toBe("must not be an address of this service.");
    expect(problemOf("http://localhost:4000/", "live", ["shop.example"])).toContain("that the merchant registered");
  });
});

describe("the response_url of a live request without the emulator", () => {
  it("must use https, also on this machine", () => {
    const demoShop = "http://localhost:3000/demo/return";
    for (const address of [...localShops, ...elsewhere, demoShop]) expect(problemOf(address)).toBe("must use https.");
    expect(problemOf("https://shop.example/return")).toBeNull();
    expect(problemOf("http://shop.example/return", "sandbox")).toBeNull();
  });
});
